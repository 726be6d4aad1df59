/** What a room's resident does now. No zod here: browsers take it as it is. Requirement ROOM-01; domain.md "Room state". */

/**
 * `in-bed`: lying in it; `sitting-up`: in the bed or on its edge; `up`: elsewhere in the room; `present`: there, where no bed is
 * outlined; `with-staff`: somebody else is there as well.
 */
export const ROOM_STATES = [
  'in-bed',
  'sitting-up',
  'up',
  'present',
  'on-floor',
  'away',
  'with-staff',
  'unknown',
] as const
export type RoomState = (typeof ROOM_STATES)[number]

/** Why nothing is known. */
export const ROOM_UNKNOWN = [
  /** The camera sends no picture. */
  'no-picture',
  /** A person switched the camera off. */
  'camera-off',
  /** The service's own: the hub is silent. */
  'hub-silent',
  /** No detection about people runs now. */
  'app-off',
  /** A mask covers the bed, or most of the picture. */
  'privacy',
  'dark',
  /** The camera looks elsewhere; its lens is covered or unclear; it sends one picture again and again. REAL-04 */
  'view-changed',
  'lens-unclear',
  'picture-frozen',
  /** A person looks around with its camera. REAL-09 */
  'looks-elsewhere',
  /** The room is being learned: after a start, or when the light was switched. */
  'learning',
  /** No person was seen yet. */
  'not-seen',
] as const
export type RoomUnknown = (typeof ROOM_UNKNOWN)[number]

/** Maximum number of rooms in a response. */
export const ROOMS_MAX = 500
/** How far back a room's lane goes. */
export const ROOM_LANE_HOURS = 24
/** How far back a room's page shows the notes of its handovers. */
export const ROOM_NOTE_DAYS = 7
/** How far back the thin lane of a tile goes. */
export const ROOM_TILE_HOURS = 2
