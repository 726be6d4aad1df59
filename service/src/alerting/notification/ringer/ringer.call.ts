/** Calls a provider that rings phones, within the limits of all outgoing calls. REACH-01; security.md. */
import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import type { RingerPreset } from '@mimamori/contract/alerting/ringer-presets.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { createHostPlaces } from '#platform/outgoing/host-places.ts'
import { isTransient, judge } from '#platform/outgoing/judge.ts'
import { fetchText, type OutboundResult, post, postJson } from '#platform/outgoing/outbound.ts'
import type { Secrets } from '#platform/secrets.ts'
import { placeOfRingerToken } from '#shared/message-tokens.ts'
import { PRESETS, type RingRequest } from './ringer.presets.ts'

/** A provider as it is stored: the token is sealed. */
type Provider = { tenantId: string; preset: RingerPreset; url: string; token: string | null }

export type RingOutcome =
  | { isSent: true; status: number; said: string | null; json: Record<string, unknown> }
  | {
      isSent: false
      status: number | null
      said: string | null
      reason: DeliveryReason
      /** A retry does not help. */
      isFinal: boolean
      retryAfterSeconds: number | null
    }

type Parts = { config: Pick<Config, 'externalHosts'>; secrets: Pick<Secrets, 'open'>; clock: Pick<Clock, 'now'> }

const PATIENCE_MS = 10_000
/** Shared by all callers of this process: a provider that hangs costs the sites that use it alone. */
const places = createHostPlaces()

/** Null: there is nothing to ask the provider. Never throws for what the provider does. */
export async function callProvider(
  { config, secrets, clock }: Parts,
  { tenantId, preset, url, token: sealed }: Provider,
  write: (preset: (typeof PRESETS)[RingerPreset], token: string) => RingRequest | null,
): Promise<RingOutcome | null> {
  const token = sealed === null ? '' : secrets.open(sealed, placeOfRingerToken(tenantId))
  const request = write(PRESETS[preset], token)
  if (request === null) return null
  const { path, method, headers = {}, body } = request
  const outbound = {
    url: url.replace(/\/$/, '') + path,
    headers: { accept: 'application/json', ...headers },
    allowed: config.externalHosts,
    timeoutMs: PATIENCE_MS,
    turn: { places, tenantId },
  }
  const result: OutboundResult = await (method === 'GET'
    ? fetchText(outbound)
    : method === 'DELETE'
      ? post({ ...outbound, method, body: '' })
      : postJson({ ...outbound, body: JSON.stringify(body) }))
  return outcomeOf(result, preset, clock.now())
}

function outcomeOf(result: OutboundResult, preset: RingerPreset, now: Date): RingOutcome {
  const judged = judge(result, now)
  if (!judged.isDone) {
    const { status, message, reason, retryAfterSeconds } = judged
    return {
      isSent: false,
      status,
      said: message,
      reason: reasonOf(reason),
      isFinal: !isTransient(reason),
      retryAfterSeconds,
    }
  }
  const { status, message: said } = judged
  const json = judged.json as Record<string, unknown>
  if (PRESETS[preset].isAccepted(json)) return { isSent: true, status, said, json }
  return { isSent: false, status, said, reason: 'refused', isFinal: true, retryAfterSeconds: null }
}

type Judged = Extract<ReturnType<typeof judge>, { isDone: false }>['reason']

/** The other reasons belong to reports to the site's own system. */
function reasonOf(reason: Judged): DeliveryReason {
  return reason === 'rejected' || reason === 'no-codes' || reason === 'expired' ? 'refused' : reason
}
