/** The proof that an alert of each room would arrive, step by step. Requirement PROOF-01; domain.md "Proof of the alert path". */
import { z } from 'zod'
import { VIEW_ERRORS } from '../camera/view-lists.ts'
import { presentDevice } from '../identity/device-proof.ts'
import { READERS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { idList } from '../shared/page.ts'
import { ANSWERERS } from './alarm-state.ts'

/** Why an alert would not arrive tonight, or not as it should; the gravest first. */
export const coverageProblem = z.enum([
  'camera-off',
  'hub-away',
  'no-picture',
  'app-off',
  'no-subscriber',
  /** No test incident has passed for two hours, or never. */
  'not-proven',
  /** What its hub says of the camera's view. REAL-04 */
  ...VIEW_ERRORS,
  /** Its hub is too slow for all its cameras: the pose model looks at this one too rarely. REAL-02 */
  'pose-late',
  /** No detection runs in a part of the night. */
  'out-of-schedule',
  /** None of the recipients has a shift tonight. */
  'nobody-on-duty',
  /** A recipient's browser refuses notifications, and no recipient has another device. */
  'push-refused',
  /** No recipient has a device for push messages. */
  'no-push',
  /** No recipient has seen and heard a test alarm. */
  'device-not-proven',
])
export type CoverageProblem = z.infer<typeof coverageProblem>

const moment = z.iso.datetime().nullable()

const roomCoverage = z.object({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  tenantName: z.string(),
  /** Of the last test incident: its camera raised it, the service stored it, its recipients were chosen. */
  raisedAt: moment,
  storedAt: moment,
  chosenAt: moment,
  /** Who would be notified now. */
  recipients: z.number().int(),
  /** Of these, who has a device for push messages, and who has a device that was proven. */
  withPush: z.number().int(),
  withProvenDevice: z.number().int(),
  /** When an open console received a test incident last, and how many devices have within two hours. */
  receivedAt: moment,
  consoles: z.number().int(),
  /** Of real and test messages to these recipients: a push service took the last one, a browser showed it. */
  pushAcceptedAt: moment,
  pushShownAt: moment,
  /** Since when none has passed, where that is two hours or more and administrators were notified. */
  gapSince: moment,
  problems: z.array(coverageProblem),
})
export type RoomCoverage = z.infer<typeof roomCoverage>

/** Maximum number of cameras in a response. */
export const COVERAGE_MAX = 500

export const coverageEndpoints = {
  'coverage.list': endpoint({
    method: 'GET',
    path: 'coverage',
    access: READERS,
    summary: 'For each camera of the scope: when its alert path worked last, and what would not arrive tonight.',
    query: z.strictObject({ unitIds: idList.optional() }),
    response: z.object({ records: z.array(roomCoverage), totalCount: z.number().int(), now: z.iso.datetime() }),
  }),
  'coverage.receive': endpoint({
    method: 'POST',
    path: 'coverage/receive',
    access: ANSWERERS,
    summary: 'An open console says which test incidents reached it; nothing is shown for them.',
    body: z.strictObject({ ...presentDevice, cameraIds: z.array(z.uuid()).min(1).max(COVERAGE_MAX) }),
    response: z.object({ received: z.number().int() }),
    changes: true,
  }),
}
