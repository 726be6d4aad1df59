/** What a contact of the nurse call can be and report. No zod here: browsers take it as it is. REACH-60. */

/** `http`: a relay in the home's network, by its addresses. `onvif`: a relay output of a camera. */
export const CONTACT_KINDS = ['http', 'onvif'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export const CONTACT_METHODS = ['GET', 'POST', 'PUT'] as const

/** `closed`: the nurse call rings. */
export const CONTACT_STATES = ['open', 'closed'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** Why a contact was not brought into the wanted state, the reason with the most to do first. */
export const CONTACT_PROBLEMS = [
  /** It reports the other state. */
  'stuck',
  /** Its hub is not connected, or did not answer. */
  'hub-away',
  'not-reached',
  'login-wrong',
  /** Its answer cannot be read, or is an error. */
  'answer-wrong',
  /** Outside of the site's camera networks, or it points elsewhere. */
  'not-allowed',
  /** The hub does not watch this camera. */
  'camera-unknown',
  /** The camera has no relay output with this number. */
  'output-missing',
] as const
export type ContactProblem = (typeof CONTACT_PROBLEMS)[number]

/** The relay outputs of a camera are counted from 1. */
export const CONTACT_OUTPUTS_MAX = 16
/** Contacts of one site. */
export const CONTACTS_MAX = 50
/** How long a try closes the contact, ms. */
export const CONTACT_TRY_MS = 3_000
