/** The types of the demo: organizations, sites, cameras, residents and people. */
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'

export type Site = {
  key: string
  code: string
  name: string
  packages: readonly string[]
  isRecordingEnabled: boolean
  isLiveStreamingEnabled: boolean
  /** A live session ends after this many minutes; null: never. */
  streamingRestrictionMinutes: number | null
  /** Limits of the license; default: 30 rooms and 10 public places. */
  limits?: { rooms: number; publicPlaces: number }
  units: readonly string[]
  cameras: readonly CameraPlan[]
}

export type Organisation = {
  key: string
  code: string
  name: string
  packages: readonly string[]
  sites: readonly Site[]
}

export type CameraPlan = {
  /** Names the scene of the demo cameras; elsewhere just a name. */
  key: string
  name: string
  location: string
  locationType: 'ROOM' | 'HALLWAY' | 'DINING'
  /** Name of the unit, of those of its site. */
  unit: string
  /** The hub of `npm start` watches it; the others are of hubs that do not run here. */
  isDemo: boolean
  /** Its hub records it without a break. */
  isRecorded?: true
  /** State of cameras that no hub watches; `lastSeenHoursAgo` null: no frame ever. */
  state?: {
    status: 'Offline' | 'Inactive' | 'Disabled'
    reason: StatusReason | null
    lastSeenHoursAgo: number | null
  }
  resident?: Resident
  tags?: readonly string[]
}

/** How the person in a room lives, as far as cameras see it. */
export type Resident = {
  /** When the day begins, hours after midnight. */
  wakesAt: number
  /** Mean number of times the bed is left in a night. */
  exitsPerNight: number
  /** Days before the seeding on which a fall happened; the newest last hours are written apart. */
  fallDaysAgo: readonly number[]
  /** Bedtime, hours after midnight; default: 21. */
  bedsAt?: number
  /** How restless their nights are, 0 (the usual) to 1. */
  restless?: number
  /** Their nights became worse from week to week. */
  isGettingWorse?: boolean
}

export type Person = {
  email: string
  firstName: string
  lastName: string
  role: Role
  /** Code of the tenant where the person belongs; null: the operator. */
  home: string | null
  type?: 'SHARED'
  /** Names of units to which the person is bound; empty: all. */
  units?: readonly string[]
  /** Name of the shift that the person mostly works in. */
  shift?: string
}
