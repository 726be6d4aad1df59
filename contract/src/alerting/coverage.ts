/**
 * The proof that an alert of each room would arrive, step by step. Requirement PROOF-01; domain.md "Proof of the alert
 * path".
 */
import { z } from 'zod'
import { VIEW_ERRORS } from '../camera/camera-lists.ts'
import { presentDevice } from '../identity/device-proof.ts'
import { ANSWERERS } from '../shared/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { idList } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'

/** Why an alert would not arrive tonight, or not properly; the most serious first. */
export const coverageProblem = z.enum([
  'camera-off',
  'hub-away',
  'no-image',
  'app-off',
  'no-subscriber',
  /** No recipient has a device, and this installation sends no e-mail. NIGHT-09 */
  'nobody-reachable',
  /** Bed exit or wake-up is on without a bed region: it detects nothing. */
  'bed-missing',
  /** No test incident has passed for two hours, or never. */
  'not-proven',
  /** Errors of the camera's view, as reported by its hub. REAL-04 */
  ...VIEW_ERRORS,
  /** The site chose that falls are counted and call nobody. REAL-13 */
  'falls-measured',
  /** The pose model does not run: fewer falls are found, and less surely. NIGHT-09 */
  'pose-missing',
  /** Its hub is too slow for all its cameras: the pose model processes this one too rarely. REAL-02 */
  'pose-late',
  /** Its process on the hub ended unexpectedly within a day: for seconds the room was not watched. HUB-04 */
  'worker-lost',
  /** No detection runs in a part of the night. */
  'out-of-schedule',
  /** Nobody answers, and the last round would reach nobody. NIGHT-09 */
  'chain-empty',
  /** None of the recipients has a shift tonight. */
  'nobody-on-duty',
  /** The last check of the provider that rings phones of recipients failed. REACH-01 */
  'ringer-failing',
  /** A contact of the nurse call that rings for this room does not follow. REACH-62 */
  'contact-failing',
  /** The events of the camera's digital input do not arrive. REACH-63 */
  'input-lost',
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
  /** The last test incident: raised by its camera, stored by the service, its recipients chosen. */
  raisedAt: moment,
  storedAt: moment,
  chosenAt: moment,
  /** Number of recipients who would be notified now. */
  recipients: z.number().int(),
  /** Number of recipients with a device for push messages, and with a proven device. */
  withPush: z.number().int(),
  withProvenDevice: z.number().int(),
  /** When an open console last received a test incident, and the number of such devices within two hours. */
  receivedAt: moment,
  consoles: z.number().int(),
  /** For real and test messages to these recipients: last accepted by a push service, last shown by a browser. */
  pushAcceptedAt: moment,
  pushShownAt: moment,
  /** Time since the last passed incident, if that is two hours or more and administrators were notified. */
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
