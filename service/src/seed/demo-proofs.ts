/** Devices of the demo's people, and the last hour of test incidents from cameras whose hub was there. Requirements ALARM-03, PROOF-01. */

import type { ProofSteps, PushReadiness } from '@mimamori/contract/identity/device-proof.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { PEOPLE } from './demo-plan.ts'
import { cameraIdOf, demoId, homeOf, SITES, tenantIdOf, userIdOf } from './demo-rows.ts'
import { DEVICES } from './demo-sign-ins.ts'
import { insertAlarmDevices, insertPathGaps, insertPathProofs } from './queries/proofs.queries.ts'

const ALL: ProofSteps = { sound: 'done', notification: 'done', install: 'done', silent: 'done' }
const WITHOUT_PUSH: ProofSteps = { sound: 'done', notification: 'skipped', install: 'skipped', silent: 'skipped' }

/** By the place of a device in the list of sign-ins: the second tablet of the station was never checked. */
const CHECKED: readonly { steps: ProofSteps | null; isProven: boolean; push: PushReadiness }[] = [
  { steps: ALL, isProven: true, push: 'on' },
  { steps: null, isProven: false, push: 'refused' },
  { steps: ALL, isProven: true, push: 'on' },
  { steps: WITHOUT_PUSH, isProven: true, push: 'off' },
]

/** Runs after the sign-ins, to whose sessions the devices refer, and after the cameras. */
export async function insertDemoProofs(db: PlatformDb, seed: string, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const devices = DEVICES.map(({ email, on, days, hoursAgo }, index) => {
    const person = PEOPLE.find((one) => one.email === email)!
    const { steps, isProven, push } = CHECKED[index]!
    return {
      ...{ tenantId: homeOf(seed, person), userId: userIdOf(seed, person), steps, push, userAgent: on },
      ...{ id: demoId(seed, 'alarm-device', String(index)), device: demoId(seed, 'browser', String(index)) },
      kind: on.includes('Windows') ? 'web' : 'mobile',
      name: `${person.firstName} ${person.lastName}`,
      provenAt: isProven ? ago((days - 1) * DAY_MS) : null,
      seenAt: ago(hoursAgo * HOUR_MS),
    }
  })
  await insertAlarmDevices(db, devices)
  const proven = SITES.flatMap((site) =>
    site.cameras.filter(({ isDemo }) => isDemo).map((camera) => ({ site, camera })),
  ).map(({ site, camera }, index) => {
    const at = ago((7 + ((index * 13) % 50)) * MINUTE_MS)
    return { tenantId: tenantIdOf(seed, site.code), cameraId: cameraIdOf(seed, site, camera), at }
  })
  await insertPathProofs(db, proven)
  const [first] = proven
  const gap = { id: demoId(seed, 'gap'), beganAt: ago(6 * DAY_MS + 5 * HOUR_MS), endedAt: ago(6 * DAY_MS + HOUR_MS) }
  await insertPathGaps(db, first ? [{ tenantId: first.tenantId, cameraId: first.cameraId, ...gap }] : [])
}
