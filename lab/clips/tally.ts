/** Compares alerts with events, and formats the results as a table. Pure. REAL-01. */
import { countInterval, shareInterval } from '@mimamori/contract/insight/intervals.ts'
import type { Clip } from './manifest.ts'
import type { Played } from './play.ts'

const APP_OF = { fall: 'A005', 'bed-exit': 'A006', 'wake-up': 'A004' } as const
/** Maximum delay of an alert after its event, s. */
const MEANS_S = 10
/** Tolerance of seconds that were labeled by eye. */
const EYE_S = 0.5

export type Tally = {
  events: number
  found: number
  /** Delays of events whose second is known. */
  delaysS: number[]
  falseAlarms: number
  /** False alarms that were called possible. */
  falsePossible: number
  /** Events that a look-in alone found, and look-ins without an event. */
  lookedIn: number
  falseLookIns: number
  /** Duration of the clips themselves, without the parts added before and after. */
  activeS: number
  framesCounted: number
  framesRight: number
  /** Frames, of those counted, in which A001 was right about presence. */
  presenceRight: number
}

export const NOTHING: Tally = {
  events: 0,
  found: 0,
  delaysS: [],
  falseAlarms: 0,
  falsePossible: 0,
  lookedIn: 0,
  falseLookIns: 0,
  activeS: 0,
  framesCounted: 0,
  framesRight: 0,
  presenceRight: 0,
}

/** `leadS`: the part before the clip in its film, which is not scored. */
export function tallyOf(
  clip: Clip,
  played: Pick<Played, 'alerts' | 'people'>,
  { leadS, clipS }: { leadS: number; clipS: number },
): Tally {
  const inClip = <T extends { atS: number }>(one: T): T => ({ ...one, atS: one.atS - leadS })
  const all = played.alerts.map(inClip).filter(({ atS }) => atS >= 0)
  const open = all.filter(({ grade }) => grade !== 'look-in')
  const lookIns = all.filter(({ grade }) => grade === 'look-in')
  const tally: Tally = { ...NOTHING, events: clip.events.length, activeS: clipS, delaysS: [] }
  for (const { type, atS } of clip.events) {
    const from = atS === undefined ? 0 : atS - EYE_S
    const until = (atS ?? clipS) + MEANS_S
    const isOfEvent = (one: (typeof all)[number]) => one.appCode === APP_OF[type] && one.atS >= from && one.atS <= until
    const at = open.findIndex(isOfEvent)
    const look = lookIns.findIndex(isOfEvent)
    if (look >= 0) lookIns.splice(look, 1)
    if (at < 0 && look >= 0) tally.lookedIn++
    if (at < 0) continue
    const [alert] = open.splice(at, 1)
    tally.found++
    if (atS !== undefined) tally.delaysS.push(alert!.atS - atS)
  }
  tally.falseAlarms = open.length
  tally.falsePossible = open.filter(({ grade }) => grade === 'possible').length
  tally.falseLookIns = lookIns.length
  for (const { atS, count, isSeen } of played.people.map(inClip)) {
    const truth = clip.people.find(([from, to]) => atS >= from && atS < to)
    if (!truth) continue
    tally.framesCounted++
    if (count === truth[2]) tally.framesRight++
    if (isSeen === truth[2] > 0) tally.presenceRight++
  }
  return tally
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => {
    return {
      events: a.events + b.events,
      found: a.found + b.found,
      delaysS: [...a.delaysS, ...b.delaysS],
      falseAlarms: a.falseAlarms + b.falseAlarms,
      falsePossible: a.falsePossible + b.falsePossible,
      lookedIn: a.lookedIn + b.lookedIn,
      falseLookIns: a.falseLookIns + b.falseLookIns,
      activeS: a.activeS + b.activeS,
      framesCounted: a.framesCounted + b.framesCounted,
      framesRight: a.framesRight + b.framesRight,
      presenceRight: a.presenceRight + b.presenceRight,
    }
  }, NOTHING)
}

export const HEADINGS = [
  'set',
  'condition',
  'events found',
  'false alarms an hour',
  'of them possible',
  'by look-in alone',
  'false look-ins an hour',
  'delay p50',
  'people right',
  'presence right',
]

/** One row of Markdown, with 95 % intervals. */
export function rowOf(set: string, condition: string, tally: Tally): string {
  const {
    events,
    found,
    falseAlarms,
    falsePossible,
    lookedIn,
    falseLookIns,
    activeS,
    delaysS,
    framesCounted,
    framesRight,
    presenceRight,
  } = tally
  const hours = activeS / 3600
  const [low, high] = shareInterval(found, events)
  const [fewest, most] = countInterval(falseAlarms)
  const perHour = (count: number) => (count / hours).toFixed(1)
  const delay = delaysS.toSorted((a, b) => a - b)[delaysS.length >> 1]
  return `| ${[
    set,
    condition,
    events === 0 ? 'none' : `${found} of ${events} (${percent(low)} to ${percent(high)})`,
    `${falseAlarms} in ${(activeS / 60).toFixed(1)} min: ${perHour(falseAlarms)} (${perHour(fewest)} to ${perHour(most)})`,
    falsePossible,
    events === 0 ? 'none' : `${lookedIn} of ${events - found}`,
    `${falseLookIns}: ${perHour(falseLookIns)}`,
    delay === undefined ? '' : `${delay.toFixed(1)} s`,
    framesCounted === 0 ? '' : `${percent(framesRight / framesCounted)} of ${framesCounted}`,
    framesCounted === 0 ? '' : percent(presenceRight / framesCounted),
  ].join(' | ')} |`
}

const percent = (share: number) => `${Math.round(share * 100)} %`
