/** The texts of facts and sentences of a report, in the language of the requesting user. */
import { type KindOf, shownActivity } from '@mimamori/contract/alerting/alert-kind.ts'
import type { ClipUse } from '@mimamori/contract/care/report.ts'
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import type { AlarmOutcome } from '@mimamori/contract/shared/alarm-state.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import { clockIn, lengthParts, placeInClip } from '../report.clock.ts'
import type { ReportSource, SourceMessage, SourceStep } from '../report.source.ts'

/** The types of values in a report's texts. */
export type Verdict = NonNullable<SourceStep['verdict']>
export type Place = Pick<ReportSource, 'cameraName' | 'location' | 'unitName'>

export type ReportWords = ReturnType<typeof wordsOf>
type SayReport = ReturnType<typeof textsOf<'incident-report'>>

/** `timeZone` is an IANA name. Instants come as ISO, lengths and places in the clip in ms. */
export function wordsOf(locale: Locale, timeZone: string) {
  const say = textsOf('incident-report', locale)
  const about = textsOf('activity', locale)
  const word = textsOf('word', locale)
  const alarm = textsOf('alarm', locale)
  const date = dateFormat(LOCALES[locale].tag, { timeZone, dateStyle: 'long' })
  const clock = clockIn(timeZone)
  const length = (ms: number) => lengthOf(ms, say)
  const nameOf = (kind: KindOf) => kind.kindName ?? about(`activity-${shownActivity(kind)}`)
  return {
    clock,
    what: (kind: KindOf, severity: AlertSeverity) =>
      say('what', { activity: nameOf(kind), severity: say(`severity-${severity}`) }),
    where: (place: Place) => say('where', { place: placeOf(place, say) }),
    occurred: (kind: KindOf) => about(`occurred-${shownActivity(kind)}`, { kind: nameOf(kind) }),
    stored: (delayMs: number) => say('stored', { length: length(delayMs) }),
    detections: (count: number, people: number) =>
      people > 0 ? say('people', { count: people }) : say('marks', { count }),
    region: say('region'),
    clipMissing: (use: Exclude<ClipUse, 'analyzed'>) => say(`clip-${use}`),
    clipLength: (ms: number) => say('clip-length', { length: length(ms) }),
    firstMotion: (atMs: number) => say('first-motion', { at: placeInClip(atMs) }),
    peakMotion: (atMs: number) => say('peak-motion', { at: placeInClip(atMs) }),
    still: (atMs: number, forMs: number) => say('still', { at: placeInClip(atMs), length: length(forMs) }),
    noMotion: say('no-motion'),
    keyFrame: (atMs: number) => say('key-frame', { at: placeInClip(atMs) }),
    step: (step: SourceStep) => stepOf(step, say),
    message: ({ recipient, channel, state }: SourceMessage) =>
      say('message', {
        recipient: recipient === null ? say('recipient-unknown') : say('recipient', { name: recipient }),
        channel: word(`channel-${channel}`),
        state: say(`state-${state}`),
      }),
    noMessage: say('no-message'),
    firstSeen: (name: string, afterMs: number) => say('first-seen', { name, length: length(afterMs) }),
    unseen: say('unseen'),
    outcome: (outcome: AlarmOutcome, name: string | null) =>
      say('outcome', { outcome: alarm(`outcome-${outcome}`), name: name ?? say('somebody') }),
    note: (note: string, name: string | null) => say('note', { note, name: name ?? say('somebody') }),
    verdict: (verdict: Verdict) => say(`verdict-${verdict}`),
    neighbour: (kind: KindOf, awayMs: number) =>
      say(awayMs < 0 ? 'neighbour-before' : 'neighbour-after', {
        activity: nameOf(kind),
        length: length(Math.abs(awayMs)),
      }),
    noNeighbours: say('no-neighbours'),
    /** The first sentence: activity, place, and time with the date. */
    opening: (kind: KindOf, place: Place, at: string) =>
      about(`opening-${shownActivity(kind)}`, {
        kind: nameOf(kind),
        date: date.format(new Date(at)),
        clock: clock(at),
        place: placeOf(place, say),
      }),
    /** In the summary: nobody moved after a fall. */
    stillAfterFall: (forMs: number) => say('still-after-fall', { length: length(forMs) }),
    toDo: {
      clip: say('to-do-clip'),
      resident: say('to-do-resident'),
      answer: say('to-do-answer'),
      judge: say('to-do-judge'),
    },
  }
}

function stepOf({ kind, userName, verdict, escalationName }: SourceStep, say: SayReport): string {
  if (kind === 'escalated') return say('step-escalated', { rule: escalationName ?? '' })
  if (kind === 'resolved' && userName === null) return say('step-returned')
  const name = userName ?? say('somebody')
  if (kind === 'judged' && verdict) return say(`step-judged-${verdict}`, { name })
  return isNamed(kind) ? say(`step-${kind}`, { name }) : say('step-other')
}

const NAMED_STEPS = [
  ...(['seen', 'archived', 'unarchived', 'resent'] as const),
  ...(['claimed', 'joined', 'given-back', 'claim-expired', 'arrived', 'resolved', 'undone'] as const),
]
const isNamed = (kind: string): kind is (typeof NAMED_STEPS)[number] => NAMED_STEPS.some((known) => known === kind)

function placeOf({ location, cameraName, unitName }: Place, say: SayReport): string {
  const values = { location, camera: cameraName }
  return unitName ? say('place-in-unit', { ...values, unit: unitName }) : say('place', values)
}

function lengthOf(ms: number, say: SayReport): string {
  const { minutes, seconds } = lengthParts(ms)
  if (minutes === 0) return say('seconds', { seconds })
  return seconds === 0 ? say('minutes', { minutes }) : say('minutes-and-seconds', { minutes, seconds })
}
