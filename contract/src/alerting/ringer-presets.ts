/** Providers that ring a phone, and what a site enters for them, as data. No zod here: browsers take it as it is. REACH-01. */

export const RINGER_PRESETS = ['ntfy', 'pushover', 'lineworks', 'voice'] as const
export type RingerPreset = (typeof RINGER_PRESETS)[number]

type RingerFacts = {
  /** The provider's own service; null: each site enters an address. */
  url: string | null
  /** An address on which a person is rung: a topic, a user key, a login, a telephone number. */
  address: RegExp
  isTokenNeeded: boolean
}

/** `voice`: any service that calls a number and reports the pressed key, as docs/api.md describes. */
export const RINGERS: Record<RingerPreset, RingerFacts> = {
  // A short topic could be guessed, and anybody who knows it reads along.
  ntfy: { url: 'https://ntfy.sh', address: /^[A-Za-z0-9_-]{16,64}$/, isTokenNeeded: false },
  pushover: { url: 'https://api.pushover.net', address: /^[A-Za-z0-9]{30}$/, isTokenNeeded: true },
  lineworks: { url: 'https://www.worksapis.com/v1.0', address: /^[\w.+@-]{3,64}$/, isTokenNeeded: true },
  voice: { url: null, address: /^\+[1-9]\d{6,14}$/, isTokenNeeded: true },
}

/** Longest address of a person. */
export const RING_ADDRESS_MAX = 64

/** Messages that a site sends on this channel in an hour, at most. */
export const RINGS_AN_HOUR = { least: 1, usual: 60, most: 1_000 }

/** A link to claim, and the key of a call, are valid for this long after the message. */
export const RING_CLAIM_MS = 30 * 60_000
