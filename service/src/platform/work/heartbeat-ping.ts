/**
 * Heartbeat ping: calls an outside URL once a minute while there is no error. Its owner raises an alarm when the calls
 * stop, so that an outage of the service is noticed.
 */
import type { Cancel, Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { fetchText } from '../outgoing/outbound.ts'

export const BEAT_EVERY_MS = 60_000

type HeartbeatPing = {
  /** Calls once, if there is no error. */
  beat(): Promise<void>
  start(): void
  stop(): void
}

type Options = {
  config: Pick<Config, 'heartbeatPingUrl'>
  clock: Clock
  isWell: () => boolean
  log: { warn(of: object, message: string): void }
}

/** Creates the ping of this instance. The operator configured the URL, so it may be private. */
export function createHeartbeatPing({ config, clock, isWell, log }: Options): HeartbeatPing {
  const url = config.heartbeatPingUrl
  let cancel: Cancel | null = null
  let isStopped = true

  async function beat() {
    if (url === null || !isWell()) return
    const result = await fetchText({ url, headers: {}, allowed: [new URL(url).hostname.replace(/^\[|\]$/g, '')] })
    if ('reason' in result) log.warn({ reason: result.reason }, 'the sign of life was not taken')
    else if (!result.answer.isOk) log.warn({ status: result.answer.status }, 'the sign of life was not taken')
  }
  function again() {
    if (isStopped || url === null) return
    cancel = clock.after(BEAT_EVERY_MS, () => {
      void beat().finally(again)
    })
  }
  return {
    beat,
    start() {
      isStopped = false
      again()
    },
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}
