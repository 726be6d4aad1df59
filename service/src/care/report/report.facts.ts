/** What is known of an alert, as numbered facts: all that a report may rest on. Pure. */
import { isPossibleFall, type KindOf } from '@mimamori/contract/alerting/alert-kind.ts'
import type { ReportEvidence } from '@mimamori/contract/care/report.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { ClipReading } from './report.clip.ts'
import { cleanText } from './report.plain.ts'
import type { ReportSource } from './report.source.ts'
import { type ReportWords, wordsOf } from './wording/report.language.ts'

/** `id` is used by a model; `says` is the text for people. `at`: an instant, ISO; `atMs`: an offset in the clip. */
export type Fact = { id: string; kind: ReportEvidence['kind']; says: string; at: string | null; atMs: number | null }

export type Facts = {
  list: Fact[]
  byId: ReadonlyMap<string, Fact>
  /** With plain text for everything that people typed. */
  source: ReportSource
  clip: ClipReading
  words: ReportWords
}

const NAME_MAX = 80
const SAYS_MAX = 500

/** Facts in the order of the report, in the language and zone of who asked. */
export function collectFacts(raw: ReportSource, clip: ClipReading, locale: Locale, timeZone: string): Facts {
  const source = plainSource(raw)
  const words = wordsOf(locale, timeZone)
  const list = [
    ...ofOutcome(source, words),
    ...ofAlert(source, words),
    ...ofClip(source, clip, words),
    ...ofMessages(source, words),
    ...ofSteps(source, words),
    ...ofOthers(source, words),
  ]
  return { list, byId: new Map(list.map((fact) => [fact.id, fact])), source, clip, words }
}

/** The part of a fact that a report shows. */
export function toEvidence({ kind, atMs, says }: Fact): ReportEvidence {
  return { kind, atMs, says: says.slice(0, SAYS_MAX) }
}

function plainSource(raw: ReportSource): ReportSource {
  const name = (text: string) => cleanText(text).slice(0, NAME_MAX) || '—'
  const maybe = (text: string | null) => (text === null ? null : name(text))
  return {
    ...raw,
    cameraName: name(raw.cameraName),
    location: name(raw.location),
    kindName: maybe(raw.kindName),
    unitName: maybe(raw.unitName),
    firstSeenName: maybe(raw.firstSeenName),
    resolvedName: maybe(raw.resolvedName),
    outcomeNote: raw.outcomeNote === null ? null : cleanText(raw.outcomeNote) || null,
    steps: raw.steps.map((step) => ({
      ...step,
      userName: maybe(step.userName),
      escalationName: maybe(step.escalationName),
    })),
    messages: raw.messages.map((message) => ({ ...message, recipient: maybe(message.recipient) })),
  }
}

const fact = (id: string, says: string, more: Partial<Fact> = {}): Fact => ({
  ...{ id, kind: 'fact', says, at: null, atMs: null },
  ...more,
})

/** The kind as the report names it. */
export function kindOf({ activity, kindName, detections, verdict }: ReportSource): KindOf {
  return { activity, kindName, isPossible: isPossibleFall(detections, verdict) }
}

/** What the person wrote who ended the alarm. */
function ofOutcome({ outcome, outcomeNote, resolvedName }: ReportSource, words: ReportWords): Fact[] {
  if (outcome === null) return []
  return [
    fact('o-outcome', words.outcome(outcome, resolvedName), { kind: 'step' }),
    ...(outcomeNote === null ? [] : [fact('o-note', words.note(outcomeNote, resolvedName), { kind: 'step' })]),
  ]
}

function ofAlert(source: ReportSource, words: ReportWords): Fact[] {
  const { severity, occurredAt, createdAt, detections, clipAlertAtMs } = source
  const kind = kindOf(source)
  const people = detections.filter(({ label }) => label === 'person').length
  const inClip: Partial<Fact> = clipAlertAtMs === null ? {} : { kind: 'clip', atMs: clipAlertAtMs }
  return [
    fact('f-what', words.what(kind, severity)),
    fact('f-where', words.where(source)),
    fact('f-when', words.occurred(kind), { ...inClip, at: occurredAt }),
    fact('f-raised', words.stored(Date.parse(createdAt) - Date.parse(occurredAt)), { kind: 'step', at: createdAt }),
    ...(detections.length > 0 ? [fact('f-image', words.detections(detections.length, people))] : []),
    ...(source.hasRegion ? [fact('f-region', words.region)] : []),
  ]
}

function ofClip(source: ReportSource, clip: ClipReading, words: ReportWords): Fact[] {
  if (clip.use !== 'analyzed') return [fact('c-none', words.clipMissing(clip.use))]
  const { durationMs, motion, frames } = clip.findings
  const moment = (id: string, atMs: number | null, says: (atMs: number) => string): Fact[] =>
    atMs === null ? [] : [fact(id, says(atMs), { kind: 'clip', at: instantInClip(source, atMs), atMs })]
  return [
    fact('c-length', words.clipLength(durationMs), { kind: 'clip', atMs: 0 }),
    ...moment('m-first', motion.firstAtMs, words.firstMotion),
    ...moment('m-peak', motion.peakAtMs, words.peakMotion),
    ...moment('m-still', motion.stillFromMs, (atMs) => words.still(atMs, durationMs - atMs)),
    ...(motion.firstAtMs === null ? [fact('m-none', words.noMotion, { kind: 'clip', atMs: 0 })] : []),
    ...frames.flatMap(({ atMs }, index) => moment(`k-${index + 1}`, atMs, words.keyFrame)),
  ]
}

/** Null when it is not known where in the clip the alert is. */
function instantInClip({ occurredAt, clipAlertAtMs }: ReportSource, atMs: number): string | null {
  if (clipAlertAtMs === null) return null
  return new Date(Date.parse(occurredAt) - clipAlertAtMs + atMs).toISOString()
}

/** The recipients, and the delivery state of each message. */
function ofMessages({ messages }: ReportSource, words: ReportWords): Fact[] {
  if (messages.length === 0) return [fact('t-none', words.noMessage)]
  return messages.map((message, index) =>
    fact(`t-${index + 1}`, words.message(message), { kind: 'step', at: message.at }),
  )
}

function ofSteps(source: ReportSource, words: ReportWords): Fact[] {
  const { firstSeenName, firstSeenAt, createdAt, verdict } = source
  // The first view is a separate fact, with the time until it.
  const steps = source.steps
    .filter(({ kind, at, userName }) => !(kind === 'seen' && at === firstSeenAt && userName === firstSeenName))
    .map((step, index) => fact(`s-${index + 1}`, words.step(step), { kind: 'step', at: step.at }))
  const seen =
    firstSeenName !== null && firstSeenAt !== null
      ? fact(
          's-first-seen',
          words.firstSeen(firstSeenName, Math.max(0, Date.parse(firstSeenAt) - Date.parse(createdAt))),
          {
            ...{ kind: 'step', at: firstSeenAt },
          },
        )
      : fact('s-unseen', words.unseen, { kind: 'step' })
  const judged = verdict === null ? [] : [fact('s-verdict', words.verdict(verdict), { kind: 'step' })]
  return [seen, ...steps, ...judged]
}

function ofOthers({ neighbours, occurredAt }: ReportSource, words: ReportWords): Fact[] {
  if (neighbours.length === 0) return [fact('n-none', words.noNeighbours)]
  return neighbours.map(({ at, ...alert }, index) =>
    fact(`n-${index + 1}`, words.neighbour(alert, Date.parse(at) - Date.parse(occurredAt)), { at }),
  )
}
