/**
 * Heartbeats on the socket that each hub holds open, limited as calls are. Only one that arrives is a sign of life: an open
 * socket would hide a hub whose work hangs. Its token counts for 15 minutes, so that a replaced key ends access.
 */
import { heartbeatNotice } from '@mimamori/contract/fleet/heartbeat.ts'
import type { RawHubContext } from '#platform/context.ts'
import { BODY_BYTES } from '#platform/http/server.ts'
import { ServiceError } from '#platform/service-error.ts'
import type { TakeHeartbeat } from './hub.heartbeat.intake.ts'

/** Takes one that came on a line. Answers its number; null: it does not count. */
export type HearHeartbeat = (sent: object, byteLength: number) => Promise<number | null>

type Context = Pick<
  RawHubContext,
  'hub' | 'clock' | 'rateLimit' | 'tokens' | 'database' | 'bus' | 'mail' | 'ip' | 'log'
>

/** Creates the receiver of one socket; its hub is always the one that opened it. */
export function createHeartbeatEar(context: Context, take: TakeHeartbeat): HearHeartbeat {
  const { hub, clock, rateLimit, tokens, database, bus, mail, ip, log } = context
  const line = {}
  let tokenEndsAt = hub.tokenEndsAt

  /** Renews the hub's token while its socket stays open: after the previous one expires only the new one is valid. */
  async function renew(token: string): Promise<void> {
    const claims = await tokens.verifyHub(token, clock.now())
    const isOwn = claims?.hubId === hub.id && claims.tenantId === hub.tenantId && claims.generation === hub.generation
    if (isOwn && !claims.isTooOld) tokenEndsAt = claims.expiresAt
  }

  async function hear(sent: object, byteLength: number): Promise<number | null> {
    rateLimit.take('hub', hub.id)
    if (byteLength > BODY_BYTES) return null
    const { data: notice } = heartbeatNotice.safeParse(sent)
    if (!notice) return null
    if (notice.token !== undefined) await renew(notice.token)
    const now = clock.now()
    if (tokenEndsAt <= now) return null
    const effects: (() => void)[] = []
    const afterCommit = (effect: () => void) => void effects.push(effect)
    await take({ hub, asPlatform: database.asPlatform, afterCommit, bus, mail, now, ip }, notice.body, line)
    for (const effect of effects) effect()
    return notice.number
  }

  return async (sent, byteLength) => {
    try {
      return await hear(sent, byteLength)
    } catch (error) {
      if (!(error instanceof ServiceError)) log.error({ err: error }, 'a heartbeat was not taken')
      return null
    }
  }
}
