/** What a service account may do: groups of calls. REACH-50. No zod here, so that browsers can load it. */

/** `alerts`, `rooms` and `cameras` read; `events` raises alerts. */
export const SCOPES = ['alerts', 'rooms', 'cameras', 'events'] as const
export type Scope = (typeof SCOPES)[number]
