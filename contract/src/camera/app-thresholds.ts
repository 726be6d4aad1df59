/** Thresholds of the apps about people: used by the hub, and described by the console. */

import { ALERT_APP_CODES, APPS, type List, type PeopleAppCode } from '../shared/app-catalogue.ts'

type BySensitivity = Readonly<Record<(typeof SENSITIVITIES)[number], number>>

export const SENSITIVITIES = ['low', 'medium', 'high'] as const
/** The side of the bed from the view of the resident, lying on their back. */
export const EXIT_SIDES = ['all', 'left', 'right'] as const
/** Apps about people, in the order of their bits in the feature log. */
export const PEOPLE_APP_CODES = ALERT_APP_CODES.filter((code) => APPS[code].lastingMs) as List<PeopleAppCode>

/** How long the state of each app must last, in ms, as in its descriptor. */
export const LASTING_MS = Object.fromEntries(PEOPLE_APP_CODES.map((code) => [code, APPS[code].lastingMs])) as Readonly<
  Record<PeopleAppCode, BySensitivity>
>

/** Share of the image that a person covers at least: about 1.5 % five metres away from a camera under the ceiling. */
export const FIGURE_SHARE: BySensitivity = { high: 0.005, medium: 0.009, low: 0.018 }

/** Time lying before sitting up counts as a wake-up. */
export const LYING_MS = 10_000
