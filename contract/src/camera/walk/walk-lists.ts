/** Steps and results of a walk test. No zod here, so that browsers can load it. Requirement REAL-11. */

/** `lie`, `sit` and `leave` refer to the outlined bed: a camera without one has only `stand` and `floor`. */
export const WALK_STEPS = ['stand', 'sit', 'lie', 'leave', 'floor'] as const
export type WalkStep = (typeof WALK_STEPS)[number]
export const WALK_BED_STEPS: readonly WalkStep[] = ['sit', 'lie', 'leave']

/**
 * `otherwise`: a person was detected in another posture. `unseen`: no person was detected. `skipped`: the tester
 * skipped it.
 */
export const WALK_SEEN = ['seen', 'otherwise', 'unseen'] as const
export const WALK_RESULTS = [...WALK_SEEN, 'skipped'] as const
export type WalkResult = (typeof WALK_RESULTS)[number]

/**
 * `wait`: only the frame is requested, no step is running. `last`: the last request of a step, after which it counts as
 * not seen.
 */
export const WALK_MODES = ['wait', 'watch', 'last', 'skip'] as const
export type WalkMode = (typeof WALK_MODES)[number]

/** How a test ended: `away`: the phone sent no request for WALK_AWAY_S. Only a finished test is a certificate. */
export const WALK_ENDS = ['finished', 'cancelled', 'time', 'away', 'replaced'] as const

/** A test ends automatically after this time. */
export const WALK_MINUTES = 15
/** … or this long after the phone's last request. */
export const WALK_AWAY_S = 60
/** Maximum number of places on the floor, and of all steps, in one test. */
export const WALK_PLACES_MAX = 24
export const WALK_KEYS_MAX = 60
/** Seconds after which a step counts as not seen: the page sends its last request then. */
export const WALK_STEP_S = 30

/**
 * Why a certificate should be renewed. `bed`: the outlined bed changed; `camera`: its address, place, angle or size;
 * `version`: the hub's program; `moved`: since then people judged a false alarm as `camera-moved`, the hub does not
 * recognize the view, or a person accepted another one.
 */
export const WALK_RENEWALS = ['bed', 'camera', 'version', 'moved'] as const
export type WalkRenewal = (typeof WALK_RENEWALS)[number]

/** Why the hub cannot detect people now. */
export const WALK_BLIND = ['no-image', 'app-off', 'learning'] as const
export type WalkBlind = (typeof WALK_BLIND)[number]
