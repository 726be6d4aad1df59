/** Steps and results of a walk test. No zod here: browsers take it as it is. Requirement REAL-11. */

/** `lie`, `sit` and `leave` are about the outlined bed: a camera without one has `stand` and `floor` alone. */
export const WALK_STEPS = ['stand', 'sit', 'lie', 'leave', 'floor'] as const
export type WalkStep = (typeof WALK_STEPS)[number]
export const WALK_BED_STEPS: readonly WalkStep[] = ['sit', 'lie', 'leave']

/** `otherwise`: somebody was seen, and not in that posture. `unseen`: nobody was. `skipped`: the tester left it out. */
export const WALK_SEEN = ['seen', 'otherwise', 'unseen'] as const
export const WALK_RESULTS = [...WALK_SEEN, 'skipped'] as const
export type WalkResult = (typeof WALK_RESULTS)[number]

/** `wait`: only the picture is wanted, no step runs. `last`: what was not seen by now counts as not seen. */
export const WALK_MODES = ['wait', 'watch', 'last', 'skip'] as const
export type WalkMode = (typeof WALK_MODES)[number]

/** How a test ended: `away`: the phone asked nothing for WALK_AWAY_S. Only a finished test is a certificate. */
export const WALK_ENDS = ['finished', 'cancelled', 'time', 'away', 'replaced'] as const

/** A test ends by itself after this time. */
export const WALK_MINUTES = 15
/** … or this long after the phone's last request. */
export const WALK_AWAY_S = 60
/** Places on the floor, and steps in all, of one test. */
export const WALK_PLACES_MAX = 24
export const WALK_KEYS_MAX = 60
/** What a step that is not seen by then says: the page asks for the last time. */
export const WALK_STEP_S = 30

/**
 * Why a certificate should be renewed. `bed`: the outlined bed is another one; `camera`: its address, place, angle or size;
 * `version`: the hub's program; `moved`: people judged a false alarm by `camera-moved`,
 * the hub does not know the view now, or a person accepted another one since.
 */
export const WALK_RENEWALS = ['bed', 'camera', 'version', 'moved'] as const
export type WalkRenewal = (typeof WALK_RENEWALS)[number]

/** Why the hub cannot see anybody now. */
export const WALK_BLIND = ['no-picture', 'app-off', 'learning'] as const
export type WalkBlind = (typeof WALK_BLIND)[number]
