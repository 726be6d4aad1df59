/**
 * The current state of a room's resident. No zod here, so that browsers can load it. Requirement ROOM-01; domain.md
 * "Room state".
 */
import { ALERT_APP_CODES, type AlertAppCode } from '../shared/app-catalogue.ts'

/**
 * `in-bed`: lying in it; `sitting-up`: in the bed or on its edge; `up`: elsewhere in the room; `present`: in a room
 * without a bed region; `with-staff`: another person is there as well.
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

/** If a person is on the floor for this long, in ms, without a fall alarm, the service raises a possible fall. */
export const FLOOR_RAISES_AFTER_MS = 10_000

/** Why the state is unknown. */
export const ROOM_UNKNOWN = [
  /** The camera sends no frames. */
  'no-image',
  /** A person switched the camera off. */
  'camera-off',
  /** Set by the service: the hub is silent. */
  'hub-silent',
  /** No detection about people runs now. */
  'app-off',
  /** A mask covers the bed, or most of the image. */
  'privacy',
  'dark',
  /** The view changed; the lens is covered or unclear; the camera repeats one frame. REAL-04 */
  'view-changed',
  'lens-unclear',
  'image-frozen',
  /** A person is turning the camera. REAL-09 */
  'looks-elsewhere',
  /** The hub is learning the room: after a start, or after the light was switched. */
  'learning',
  /** No person was detected yet. */
  'not-seen',
] as const
export type RoomUnknown = (typeof ROOM_UNKNOWN)[number]

/** Maximum number of rooms in a response. */
export const ROOMS_MAX = 500
/** Length of a room's timeline, in hours. */
export const ROOM_TIMELINE_HOURS = 24
/** A room's page shows the handover notes of this many days. */
export const ROOM_NOTE_DAYS = 7
/** Length of a tile's timeline, in hours. */
export const ROOM_TILE_HOURS = 2
/** How long a tile shows a look-in that nobody has read. */
export const LOOK_IN_MINUTES = 30

/** How long a care visit may pause alerts. Requirement ALARM-08. */
export const VISIT_MINUTES = [10, 30, 60] as const
export type VisitMinutes = (typeof VISIT_MINUTES)[number]

/** A resident may fall beside their carer: falls pause only if somebody explicitly chose that. */
export const VISIT_USUAL_APPS: readonly AlertAppCode[] = ALERT_APP_CODES.filter((code) => code !== 'A005')

/** Time without a second person in the room after which a visit ends. */
export const VISIT_ALONE_MINUTES = 2
