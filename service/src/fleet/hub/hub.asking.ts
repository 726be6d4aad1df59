/**
 * Requests to connected hubs: each ends with a response, a timeout, or the error that the hub disconnected. CAM-11,
 * CAM-12.
 */
import { randomUUID } from 'node:crypto'
import {
  type HubAnswer,
  type HubRequestType,
  type SentHubError,
  type SentHubResult,
  subjectOf,
} from '@mimamori/contract/camera/hub-request.ts'
import type { HubNotice } from '@mimamori/contract/fleet/hub.ts'
import { Correlator } from '@mimamori/contract/shared/correlator.ts'
import type { Clock } from '#platform/clock.ts'
import type { AskHub } from '#platform/hub-seam.ts'
import { fail, ServiceError } from '#platform/service-error.ts'
import { plainText } from './events/events.rules.ts'
import { toHubError } from './hub.facts.ts'
import type { FindLine, HubLine } from './hub.sockets.ts'

/** Maximum number of open requests to one hub; each kind once for a camera. */
export const OPEN_REQUESTS_PER_HUB = 8
const RETRY_SECONDS = 5

type AnswerNotice = Extract<HubNotice, { type: 'answer' }>
type Answer = HubAnswer<HubRequestType>
type Asked = { line: HubLine; type: HubRequestType; subject: string }

export type HubAsking = {
  ask: AskHub
  /** Processes a hub's response; ignored if nobody waits for it (any more), or if another hub received the request. */
  answered(line: HubLine, notice: AnswerNotice): void
  hubLost(line: HubLine): void
}

/** `lineOf` finds the socket of a hub, at this instance or through another one. */
export function createHubAsking(clock: Clock, lineOf: FindLine): HubAsking {
  const requests = new Correlator<string, Answer, Asked>(clock, randomUUID)

  function requireRoom(line: HubLine, about: Pick<Asked, 'type' | 'subject'>) {
    const others = requests.pending.filter((one) => one.line.hubId === line.hubId)
    const isSame = others.some((one) => one.subject === about.subject)
    // The nurse call waits for no other request.
    const counted = others.filter(({ type }) => type !== 'contact')
    if (!isSame && (about.type === 'contact' || counted.length < OPEN_REQUESTS_PER_HUB)) return
    throw new ServiceError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
  }

  return {
    ask: (async (tenantId, hubId, request, { timeoutMs, requestId }) => {
      const line = await lineOf(hubId)
      if (!line || line.hub.tenantId !== tenantId) throw fail('hub-offline')
      const about = { line, type: request.type, subject: subjectOf(request) }
      requireRoom(line, about)
      const late = () => Promise.reject(fail('hub-timeout'))
      return requests.request({ about, timeoutMs, late }, (askId) =>
        line.send({ type: 'ask', askId, request, requestId }),
      )
    }) as AskHub,

    answered(line, { askId, result, error }) {
      const asked = requests.aboutOf(askId)
      if (asked?.line === line) requests.respond(askId, answerTo(asked, result, error))
    },

    hubLost(line) {
      requests.endAll(
        (asked) => asked.line === line,
        () => Promise.reject(fail('hub-offline')),
      )
    },
  }
}

function answerTo({ type }: Asked, result: AnswerNotice['result'], error: AnswerNotice['error']): Answer {
  if (error) return { error: toHubError(error) }
  if (result?.type === type) return { result: inPlainText(readResult(result)) }
  return { error: { code: 'answer-unreadable', params: {} } }
}

function readResult(sent: SentHubResult): NonNullable<HubAnswer<HubRequestType>['result']> {
  if (sent.type !== 'discover') return sent
  const read = (error: SentHubError | null) => error && toHubError(error)
  return { ...sent, devices: sent.devices.map((device) => ({ ...device, error: read(device.error) })) }
}

/** Text reported by devices, cleaned for PostgreSQL and for display. */
function inPlainText<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T
  if (Array.isArray(value)) return value.map(inPlainText) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inPlainText(each)])) as T
}
