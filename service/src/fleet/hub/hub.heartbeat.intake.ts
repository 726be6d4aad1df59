/** One heartbeat. CAM-15, HUB-04. */
import type { CameraReport, HeartbeatBody } from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import { plainText } from './events/events.rules.ts'
import { createDamageNotes, type DamageSource } from './hub.damage.ts'
import { toStatusReason } from './hub.facts.ts'
import type { CameraState } from './hub.heartbeat.queries.ts'
import type { Heartbeats } from './hub.heartbeats.ts'
import { createLossNotes } from './losses/hub.losses.ts'

/** `line`: the connection on which it came. */
export type TakeHeartbeat = (source: DamageSource, body: HeartbeatBody, line: object) => Promise<void>

/** Creates the intake of this instance. */
export function createHeartbeatIntake(heartbeats: Pick<Heartbeats, 'hear'>): TakeHeartbeat {
  const noteDamages = createDamageNotes()
  const noteLosses = createLossNotes()
  return async (source, { damagedStores, workerLosses, ...body }, line) => {
    const { hub, now } = source
    const cameras = body.cameras.map(readReport)
    const machine = body.machine && machineInPlainText(body.machine)
    heartbeats.hear({ hubId: hub.id, tenantId: hub.tenantId, receivedAt: now, ...body, machine, cameras }, line)
    if (damagedStores) await noteDamages(source, damagedStores)
    if (workerLosses) await noteLosses(source, workerLosses)
  }
}

/** Text reported by drivers and cameras, cleaned for PostgreSQL. */
function readReport({ reason, image, ...report }: CameraReport): CameraState {
  return {
    ...report,
    reason: reason === null ? null : toStatusReason(reason),
    image: image && { ...image, codec: plainText(image.codec) },
  }
}

function machineInPlainText({ addresses, macIds, ...machine }: HubMachine): HubMachine {
  return { ...machine, addresses: addresses.map(plainText), macIds: macIds.map(plainText) }
}
