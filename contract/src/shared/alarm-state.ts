/**
 * States and outcomes of an alarm. Requirement ALARM-01; domain.md "Alarm, read, answered". No zod here, so that
 * browsers can load it.
 */
import type { Role } from './roles.ts'

/** An alarm passes through these in order; a claim that is given back or expires reopens it. */
export const ALARM_STATES = ['open', 'claimed', 'arrived', 'resolved'] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** Why an alarm was reopened: its claimer gave it back, or nobody arrived in time. */
export const REOPENED = ['given-back', 'expired'] as const

/** A press can be undone for this long, in ms, where the button is. */
export const UNDO_SHOWN_MS = 5_000
/** The service accepts an undo for this long after the press, in ms: a slow network needs the rest. */
export const UNDO_TAKEN_MS = 20_000

/** Actions of people on an alarm. */
export const ALARM_ACTIONS = ['claim', 'join', 'give-back', 'arrive', 'resolve'] as const
export type AlarmAction = (typeof ALARM_ACTIONS)[number]

/** Outcomes that people can choose. */
export const ALARM_OUTCOMES = [
  'no-injury',
  'injury',
  'hospital',
  'assisted',
  'lowered-themselves',
  'nothing-needed',
  'already-there',
  'false-alarm',
  'other',
] as const
export type AlarmOutcome = (typeof ALARM_OUTCOMES)[number]

/**
 * How an alarm ended. looked-through: it came late, and somebody looked at it in a list. returned: the service ended it,
 * because the resident was back in bed.
 */
export const STORED_OUTCOMES = [...ALARM_OUTCOMES, 'looked-through', 'returned'] as const
export type StoredOutcome = (typeof STORED_OUTCOMES)[number]

/** The resident lies in the bed for this long, in ms, before a bed exit or wake-up ends by itself. NIGHT-05. */
export const RETURNED_AFTER_MS = 120_000

/** Outcomes of an unclaimed alarm: it may be resolved with these without a claim. */
export const OUTCOMES_WITHOUT_CLAIM: readonly AlarmOutcome[] = ['false-alarm', 'already-there']

/** Where the button was that somebody pressed, as a signed-in console says. */
export const ANSWER_SOURCES = ['console', 'station', 'push', 'email'] as const
export type AnswerSource = (typeof ANSWER_SOURCES)[number]
/** As the service says. `link`, `call`: the link or the key of a message that rang a phone; `mqtt`: a command of the house. */
export const PRESS_SOURCES = [...ANSWER_SOURCES, 'link', 'call', 'mqtt'] as const
export type PressSource = (typeof PRESS_SOURCES)[number]

/** May answer alarms of their scope. ANNOTATOR and DEMO_USER change no state. */
export const ANSWERERS = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER'] as const satisfies Role[]

/** Severities that are alarms unless a site chooses others. */
export const USUAL_ALARM_SEVERITIES = ['critical', 'high'] as const

/** Seconds between a claim and an arrival, unless a site chooses another limit. */
export const USUAL_ARRIVAL_LIMIT_S = 180

export const ARRIVAL_LIMIT_S = { least: 60, most: 1_800 }

/** Minutes after which an alarm that nobody answers is repeated; 0: never. */
export const REPEAT_MINUTES = { least: 0, usual: 5, most: 60 }

/** Alarms in an hour of a shift beyond which administrators are notified, where a site sets it. */
export const ALARM_BUDGET = { least: 1, most: 200 }

/** Characters of a note at most. */
export const ALARM_NOTE_MAX = 2_000

/** People that one note names at most. */
export const ASKED_MAX = 50

/** An alarm of a room where somebody arrived joins that call for this long, in ms; after it, it is a new call. NIGHT-01 */
export const JOINS_AFTER_ARRIVAL_MS = 10 * 60_000

/** Maximum age of a press that waited for a connection. */
export const OFFLINE_PRESS_MAX_MS = 12 * 3_600_000
/** Clocks of browsers run ahead of the service's by less than this, in ms. */
export const PRESS_AHEAD_MS = 5 * 60_000
