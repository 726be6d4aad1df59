/** What the apps about people ask for before they are sure: the hub judges by it, and the console says it in words. */

import { ALERT_APP_CODES, APPS, type List, type PeopleAppCode } from './app-catalogue.ts'

type BySensitivity = Readonly<Record<(typeof SENSITIVITIES)[number], number>>

export const SENSITIVITIES = ['low', 'medium', 'high'] as const
/** The side of the bed as the resident lies, on the back. */
export const EXIT_SIDES = ['all', 'left', 'right'] as const
/** Apps about people, in the order of their bits in the feature log. */
export const PEOPLE_APP_CODES = ALERT_APP_CODES.filter((code) => APPS[code].isAboutPeople) as List<PeopleAppCode>

/** How long what the app looks for must last, in ms. */
export const LASTING_MS: Readonly<Record<PeopleAppCode, BySensitivity>> = {
  /** A figure is there. */
  A001: { high: 400, medium: 800, low: 2000 },
  /** Somebody is upright on the bed. */
  A004: { high: 400, medium: 1000, low: 2400 },
  /** Somebody is on the floor; a fall shall be known within three seconds of its begin. */
  A005: { high: 1000, medium: 1600, low: 2600 },
  /** Somebody is beyond the bed's side. */
  A006: { high: 200, medium: 400, low: 1200 },
}

/** Share of the picture that a person covers at least: about 1.5 % five metres away from a camera under the ceiling. */
export const FIGURE_SHARE: BySensitivity = { high: 0.005, medium: 0.009, low: 0.018 }

/** Somebody must have lain for so long before sitting up means waking up. */
export const LYING_MS = 10_000
