/** How a resident is called. Requirement RESIDENT-01. No zod here: browsers take it as it is. */
import type { Role } from '../shared/roles.ts'

export const HONORIFICS = ['sama', 'san', 'mr', 'mrs', 'ms', 'none'] as const
export type Honorific = (typeof HONORIFICS)[number]

/** Consents of residents, each asked for separately. */
export const CONSENTS = ['detection', 'recording', 'clear-images'] as const
export type ConsentKind = (typeof CONSENTS)[number]

/** Beds of a room at most. */
export const BEDS_MAX = 8
/** Characters of a care note at most. */
export const CARE_NOTE_MAX = 500
/** Maximum number of residents in one imported file. */
export const IMPORT_MAX = 500

/** May read residents of their units: care roles alone, ORG_ADMIN only while connected to the site. */
export const RESIDENT_READERS = ['ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER'] as const satisfies Role[]
/** May also read the care note and consents; RESTRICTED_USER reads only the name. */
export const RESIDENT_STAFF = ['ORG_ADMIN', 'ADMIN', 'USER'] as const satisfies Role[]
export const RESIDENT_ADMINS = ['ORG_ADMIN', 'ADMIN'] as const satisfies Role[]

const BEFORE: Partial<Record<Honorific, string>> = { mr: 'Mr', mrs: 'Mrs', ms: 'Ms' }

/** The name with its honorific, which belongs to the person and not to the reader's language. */
export function residentTitle({ name, honorific }: { name: string; honorific: Honorific }): string {
  if (honorific === 'sama') return `${name} 様`
  if (honorific === 'san') return `${name} さん`
  const before = BEFORE[honorific]
  return before ? `${before} ${name}` : name
}
