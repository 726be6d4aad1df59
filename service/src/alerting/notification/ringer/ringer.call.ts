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
import { forgetSignIn, type SignedIn, signIn } from './ringer.sign-in.ts'

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

type Write = (
  preset: (typeof PRESETS)[RingerPreset],
  access: Parameters<(typeof PRESETS)[RingerPreset]['ring']>[1],
) => RingRequest | null

/** Null: there is nothing to ask the provider. Never throws for what the provider does. */
export async function callProvider(parts: Parts, provider: Provider, write: Write): Promise<RingOutcome | null> {
  const { config, secrets, clock } = parts
  const { tenantId, preset, url, token: sealed } = provider
  const token = sealed === null ? '' : secrets.open(sealed, placeOfRingerToken(tenantId))
  const limits = { allowed: config.externalHosts, timeoutMs: PATIENCE_MS, turn: { places, tenantId } }
  const base = url.replace(/\/$/, '')
  const signedIn: SignedIn =
    preset === 'lineworks'
      ? await signIn({ ...limits, url: base, text: token, now: clock.now() })
      : { access: { token, botId: '' }, isRemembered: false }
  if ('result' in signedIn) return outcomeOf(signedIn.result, preset, clock.now())
  const request = write(PRESETS[preset], signedIn.access)
  if (request === null) return null
  const { path, method, headers = {}, body } = request
  const outbound = { ...limits, url: base + path, headers: { accept: 'application/json', ...headers } }
  const result: OutboundResult = await (method === 'GET'
    ? fetchText(outbound)
    : method === 'DELETE'
      ? post({ ...outbound, method, body: '' })
      : postJson({ ...outbound, body: JSON.stringify(body) }))
  const outcome = outcomeOf(result, preset, clock.now())
  if (!signedIn.isRemembered || outcome.isSent || outcome.reason !== 'unauthorized') return outcome
  // It was withdrawn before its end.
  forgetSignIn(token)
  return callProvider(parts, provider, write)
}

function outcomeOf(result: OutboundResult, preset: RingerPreset, now: Date): RingOutcome {
  const judged = judge(PRESETS[preset].answersEmpty ? withJson(result) : result, now)
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

/** An empty success as an empty JSON text. */
function withJson(result: OutboundResult): OutboundResult {
  if ('reason' in result || !result.answer.isOk || result.answer.body !== '') return result
  return { answer: { ...result.answer, contentType: 'application/json', body: '{}' } }
}

type Judged = Extract<ReturnType<typeof judge>, { isDone: false }>['reason']

function reasonOf(reason: Judged): DeliveryReason {
  return reason === 'rejected' ? 'refused' : reason
}
