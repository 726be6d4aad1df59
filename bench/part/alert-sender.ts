/** A hub that only sends alerts: batch after batch on its own connection, as fast as requested. */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { uuidV7 } from '@mimamori/hub/platform/clock.ts'
import { send } from './small-client.ts'

type AlertSenderSettings = { url: string; token: string; cameraIds: readonly string[]; agent?: Agent; image?: Buffer }

type AlertBatch = {
  status: number
  /** Ids of its alerts; stored if `status` is 200. */
  ids: string[]
  /** Seconds to wait after a rejection. */
  retryAfterSeconds: number | null
}

export type AlertSender = {
  /** Sends `count` new alerts in one batch, and `again`, which were sent before. Does not resend rejected ones. */
  send(count: number, again?: readonly string[]): Promise<AlertBatch>
  close(): void
}

/** Starts its own spool; alerts are raised on its cameras in turn, each with the `image`. */
export function createAlertSender(settings: AlertSenderSettings): AlertSender {
  const { url, token, cameraIds, agent = new Agent({ keepAlive: true, maxSockets: 1 }) } = settings
  const epoch = randomUUID()
  const thumbnail = settings.image?.toString('base64') ?? null
  let sequence = 1
  let raised = 0

  function alertOf(alertId: string, occurredAt: string) {
    const cameraId = cameraIds[raised++ % cameraIds.length]!
    const detections = [{ label: 'person', box: { x: 0.3, y: 0.3, width: 0.2, height: 0.4 } }]
    return {
      ...{ type: 'alert-raised', alertId, cameraId, appCode: 'A003', severity: 'low', occurredAt },
      ...{ detections, thumbnail, blurredThumbnail: null, people: 'clear', hasClip: false },
    }
  }
  return {
    async send(count, again = []) {
      const now = new Date()
      const ids = Array.from({ length: count }, () => uuidV7(now.getTime()))
      const events = [...ids, ...again].map((id) => alertOf(id, now.toISOString()))
      const body = JSON.stringify({ epoch, fromSequence: sequence, events })
      const answer = await send(agent, { method: 'POST', url: `${url}/api/hub/events`, token, body })
      if (answer.status === 200) sequence += events.length
      const retryAfter = answer.headers['retry-after']
      return { status: answer.status, ids, retryAfterSeconds: retryAfter === undefined ? null : Number(retryAfter) }
    },
    close: () => agent.destroy(),
  }
}
