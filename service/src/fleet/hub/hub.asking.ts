/** Questions to connected hubs: each gets its answer, its time limit, or the news that the hub is gone. CAM-11, CAM-12. */
import { randomUUID } from 'node:crypto'
import type { HubNotice } from '@mimamori/contract/fleet/hub.ts'
import {
  type HubAnswer,
  type HubQuestion,
  type HubQuestionType,
  type SentHubError,
  type SentHubResult,
  subjectOf,
} from '@mimamori/contract/fleet/hub-question.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import { Failure, fail } from '#platform/failure.ts'
import type { AskHub } from '#platform/hub-seam.ts'
import { plainText } from './hub.events.rules.ts'
import { toHubError } from './hub.facts.ts'
import type { HubLine } from './hub.sockets.ts'

/** So many questions of one hub may be open at once; each kind once for a camera. */
export const OPEN_QUESTIONS_PER_HUB = 8
const RETRY_SECONDS = 5

type AnswerNotice = Extract<HubNotice, { type: 'answer' }>
type Open = {
  line: HubLine
  type: HubQuestionType
  subject: string
  settle(answer: HubAnswer<HubQuestionType> | Failure): void
}

export type HubAsking = {
  ask: AskHub
  /** A hub's answer; one that nobody waits for (any more), or that another hub was asked for, is passed over. */
  answered(line: HubLine, notice: AnswerNotice): void
  hubLost(line: HubLine): void
}

/** Creates the desk. `lineOf` finds the socket of a hub at this instance. */
export function createHubAsking(clock: Clock, lineOf: (hubId: string) => HubLine | undefined): HubAsking {
  const open = new Map<string, Open>()

  function requireRoom(line: HubLine, subject: string) {
    const others = [...open.values()].filter((one) => one.line.hubId === line.hubId)
    if (others.length < OPEN_QUESTIONS_PER_HUB && !others.some((one) => one.subject === subject)) return
    throw new Failure('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
  }

  function put(line: HubLine, question: HubQuestion, timeoutMs: number): Promise<HubAnswer<HubQuestionType>> {
    const askId = randomUUID()
    return new Promise((resolve, reject) => {
      const cancel: Cancel = clock.after(timeoutMs, () => settle(fail('hub-timeout')))
      function settle(answer: HubAnswer<HubQuestionType> | Failure) {
        cancel()
        open.delete(askId)
        if (answer instanceof Failure) reject(answer)
        else resolve(answer)
      }
      open.set(askId, { line, type: question.type, subject: subjectOf(question), settle })
      line.send({ type: 'ask', askId, question })
    })
  }

  return {
    ask: (async (tenantId, hubId, question, { timeoutMs }) => {
      const line = lineOf(hubId)
      if (!line || line.hub.tenantId !== tenantId) throw fail('hub-offline')
      requireRoom(line, subjectOf(question))
      return put(line, question, timeoutMs)
    }) as AskHub,

    answered(line, { askId, result, failure }) {
      const asked = open.get(askId)
      if (!asked || asked.line !== line) return
      if (failure) asked.settle({ failure: toHubError(failure) })
      else if (result && result.type === asked.type) asked.settle({ result: inPlainText(readResult(result)) })
      else asked.settle({ failure: { code: 'answer-unreadable', params: {} } })
    },

    hubLost(line) {
      for (const asked of [...open.values()]) if (asked.line === line) asked.settle(fail('hub-offline'))
    },
  }
}

function readResult(sent: SentHubResult): NonNullable<HubAnswer<HubQuestionType>['result']> {
  if (sent.type !== 'discover') return sent
  const read = (failure: SentHubError | null) => failure && toHubError(failure)
  return { ...sent, devices: sent.devices.map((device) => ({ ...device, failure: read(device.failure) })) }
}

/** What devices say of themselves, as PostgreSQL and people can read it. */
function inPlainText<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T
  if (Array.isArray(value)) return value.map(inPlainText) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inPlainText(each)])) as T
}
