/** What the apps about people ask for before they are sure: the hub judges by it, and the console says it in words. */

import { ALERT_APP_CODES, APPS, type List, type PeopleAppCode } from './app-catalogue.ts'

type BySensitivity = Readonly<Record<(typeof SENSITIVITIES)[number], number>>

export const SENSITIVITIES = ['low', 'medium', 'high'] as const
/** The side of the bed as the resident lies, on the back. */
export const EXIT_SIDES = ['all', 'left', 'right'] as const
/** Apps about people, in the order of their bits in the feature log. */
export const PEOPLE_APP_CODES = ALERT_APP_CODES.filter((code) => APPS[code].lastingMs) as List<PeopleAppCode>

/** How long what each app looks for must last, in ms: as its descriptor has it. */
export const LASTING_MS = Object.fromEntries(PEOPLE_APP_CODES.map((code) => [code, APPS[code].lastingMs])) as Readonly<
  Record<PeopleAppCode, BySensitivity>
>

/** Share of the picture that a person covers at least: about 1.5 % five metres away from a camera under the ceiling. */
export const FIGURE_SHARE: BySensitivity = { high: 0.005, medium: 0.009, low: 0.018 }

/** Time lying before sitting up counts as a wake-up. */
export const LYING_MS = 10_000
