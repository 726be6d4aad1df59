/** Histories of alerts and rules for property tests of escalation: commands, and the expected results by domain.md. */

import { BY_DAY, BY_NIGHT, DAYS, NEVER, type Week, weekOf } from '@mimamori/contract/camera/week.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'

export const MINUTE_MS = 60_000
const CAMERAS = 2
export const RULES = 3
export const INSTANCES = 2

/** Always, never, the windows of domain.md, a shift past midnight, and an hour that clocks skip and repeat. */
const HOURS: readonly (Week | null)[] = [
  null,
  null,
  NEVER,
  BY_DAY,
  BY_NIGHT,
  weekOf([
    { startMinute: 0, endMinute: 360 },
    { startMinute: 1320, endMinute: 1440 },
  ]),
  weekOf([{ startMinute: 90, endMinute: 180 }]),
]

/** The evenings before clock changes, and an ordinary evening. */
const STARTS = [
  { timezone: 'Europe/Berlin', at: '2026-10-24T18:00:00Z' },
  { timezone: 'Europe/Berlin', at: '2027-03-27T19:00:00Z' },
  { timezone: 'America/New_York', at: '2026-10-31T22:00:00Z' },
  { timezone: 'America/New_York', at: '2027-03-13T23:00:00Z' },
  { timezone: 'Asia/Tokyo', at: '2026-11-20T01:00:00Z' },
] as const
type Start = { timezone: string; at: string }

export type Deed = (typeof DEEDS)[number]
const DEEDS = [
  ...(['see', 'archive', 'unarchive', 'judge', 'delete', 'restore'] as const),
  ...(['claim', 'give-back', 'resolve'] as const),
] as const

type RuleState = { minutes: number; hours: Week | null }
export type Command =
  | { do: 'raise'; camera: number; isAlarm: boolean }
  /** `judge`: a verdict for training, by an annotator. */
  | { do: Deed; alert: number }
  | { do: 'edit'; rule: number; to: RuleState }
  | { do: 'watch'; camera: number; rules: number[] }
  | { do: 'licence'; isPro: boolean }
  /** Stops an instance, stops it in the middle of its next round, or starts it again. */
  | { do: 'kill' | 'kill-midway' | 'restart'; instance: number }
  /** Time passes, or somebody sets the clock. */
  | { do: 'pass'; ms: number }

const minutes = fc.constantFrom(1, 3, 10, 60, 600, 1440)
const rule = fc.record({ minutes, hours: fc.constantFrom(...HOURS) })
const rules = fc.subarray(Array.from({ length: RULES }, (_, index) => index))
const index = fc.nat({ max: 5 })
const instance = fc.nat({ max: INSTANCES - 1 })
const camera = fc.nat({ max: CAMERAS - 1 })
const verb = <K extends string>(...of: K[]) => fc.constantFrom(...of)

const passing = fc.oneof(
  fc.constantFrom(MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS),
  fc.integer({ min: 1, max: 26 * 60 }).map((count) => count * MINUTE_MS),
  fc.constantFrom(-MINUTE_MS, -60 * MINUTE_MS, -26 * 60 * MINUTE_MS, 30 * 60 * MINUTE_MS),
)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('raise' as const), camera, isAlarm: fc.boolean() }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: passing }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: verb(...DEEDS), alert: index }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), rule: fc.nat({ max: RULES - 1 }), to: rule }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('watch' as const), camera, rules }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('licence' as const), isPro: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: verb('kill', 'kill-midway', 'restart'), instance }) },
)

export type History = { start: Start; rules: RuleState[]; commands: Command[] }
/** A random history with at most this many commands. At first every camera names every rule. */
export const anyHistory = (maxLength: number): fc.Arbitrary<History> =>
  fc.record({
    start: fc.constantFrom(...STARTS),
    rules: fc.array(rule, { minLength: RULES, maxLength: RULES }),
    commands: fc.array(command, { minLength: Math.ceil(maxLength / 2), maxLength }),
  })

type AlertState = {
  camera: number
  createdAtMs: number
  isSeen: boolean
  isArchived: boolean
  isDeleted: boolean
  /** Null for activity alerts. */
  alarm: 'open' | 'claimed' | 'resolved' | null
  openSinceMs: number
  opening: number
}

/** The state at one moment of a history. */
export type State = {
  nowMs: number
  timezone: string
  isPro: boolean
  alerts: AlertState[]
  rules: RuleState[]
  /** The rules that each camera names, by camera. */
  watching: number[][]
  /** By instance. */
  isAlive: boolean[]
}

export function beginning({ start, rules }: History): State {
  return {
    nowMs: Date.parse(start.at),
    timezone: start.timezone,
    isPro: true,
    alerts: [],
    rules: rules.map((each) => ({ ...each })),
    watching: Array.from({ length: CAMERAS }, () => rules.map((_, of) => of)),
    isAlive: Array.from({ length: INSTANCES }, () => true),
  }
}

/**
 * The change that the command causes; null if it is impossible. Opening an alert and a verdict for training end no
 * alarm.
 */
function deedOf(alert: AlertState, deed: Deed, nowMs: number): Partial<AlertState> | null {
  const isOver = alert.alarm === null || alert.alarm === 'resolved'
  switch (deed) {
    case 'see':
      return { isSeen: true }
    case 'archive':
      return isOver ? { isArchived: true } : null
    case 'unarchive':
      return { isArchived: false }
    case 'judge':
      return {}
    case 'delete':
      return { isDeleted: true }
    case 'restore':
      return { isDeleted: false }
    case 'claim':
      return alert.alarm === 'open' ? { alarm: 'claimed' } : null
    case 'give-back':
      return alert.alarm === 'claimed' ? { alarm: 'open', openSinceMs: nowMs, opening: alert.opening + 1 } : null
    case 'resolve':
      return isOver ? null : { alarm: 'resolved' }
  }
}

/** The state after a command. */
export function follow(state: State, command: Command): void {
  switch (command.do) {
    case 'raise':
      state.alerts.push({
        camera: command.camera,
        createdAtMs: state.nowMs,
        ...{ isSeen: false, isArchived: false, isDeleted: false },
        ...{ alarm: command.isAlarm ? 'open' : null, openSinceMs: state.nowMs, opening: 1 },
      })
      break
    case 'edit':
      state.rules[command.rule] = command.to
      break
    case 'watch':
      state.watching[command.camera] = command.rules
      break
    case 'licence':
      state.isPro = command.isPro
      break
    case 'kill':
    case 'kill-midway':
      state.isAlive[command.instance] = false
      break
    case 'restart':
      state.isAlive[command.instance] = true
      break
    case 'pass':
      state.nowMs += command.ms
      break
    default: {
      const alert = state.alerts[command.alert]
      if (alert) Object.assign(alert, deedOf(alert, command.do, state.nowMs))
    }
  }
}

export const isOpen = ({ alarm, isSeen, isArchived, isDeleted }: AlertState) =>
  !isDeleted && (alarm === null ? !isSeen && !isArchived : alarm === 'open')

/** Whether this rule must fire for this alert now by domain.md; `may`: in the minute that ends the 24 hours. */
export function shouldFire(state: State, of: number, by: number): 'must' | 'may' | 'must not' {
  const [alert, rule] = [state.alerts[of]!, state.rules[by]!]
  const ageMs = state.nowMs - alert.createdAtMs
  const isWatched = state.watching[alert.camera]!.includes(by)
  const isDue = state.isPro && isWatched && isOpen(alert) && state.nowMs - alert.openSinceMs >= rule.minutes * MINUTE_MS
  if (!isDue || ageMs > DAY_MS + MINUTE_MS || !isActive(rule.hours, state)) return 'must not'
  return ageMs >= DAY_MS ? 'may' : 'must'
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Evaluates hours by the site's wall clock, with an algorithm different from the service's. */
function isActive(hours: Week | null, { nowMs, timezone }: State): boolean {
  if (hours === null) return true
  const options = {
    timeZone: timezone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('en-GB', options)
  formats.set(timezone, format)
  const shown = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]))
  const day = DAYS.find((each) => shown.weekday!.toLowerCase() === each)!
  const minute = Number(shown.hour) * 60 + Number(shown.minute)
  return hours[day].some(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute)
}
