/** What a service account may do: groups of calls. REACH-50. No zod here, so that browsers can load it. */

/** `alerts`, `rooms` and `cameras` read. */
export const SCOPES = ['alerts', 'rooms', 'cameras'] as const
export type Scope = (typeof SCOPES)[number]
