/** A descriptor of each camera app, and lists derived from them: without zod, so that a browser can load it. APP-01. */

/** Most urgent first: the order of lists, charts and filters. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export const LOCATION_TYPES = ['ROOM', 'HALLWAY', 'DINING'] as const
export type LocationType = (typeof LOCATION_TYPES)[number]

type AppFacts = {
  /** Name in the scenes of lab/rooms and in the demo's images. */
  name: string
  /** Severity of its alerts unless the app's settings say otherwise; null: it raises none. */
  severity: (typeof SEVERITIES)[number] | null
  /** Location types at which a new camera has it on. domain.md "A new camera". */
  onAt: readonly (typeof LOCATION_TYPES)[number][]
  /** Each of its regions is a bed, without which it detects nothing. */
  isAboutBed: boolean
  /** For apps about people: how long a state must last at each sensitivity, in ms; otherwise null. */
  lastingMs: { high: number; medium: number; low: number } | null
}

/** A002 was never used. The order is that of forms, columns and the bits of the feature log: append new apps. */
export const APPS = {
  /** Lasting: a person is visible. */
  A001: {
    name: 'person',
    severity: 'low',
    onAt: [],
    isAboutBed: false,
    lastingMs: { high: 400, medium: 800, low: 2000 },
  },
  A003: { name: 'motion', severity: 'low', onAt: [], isAboutBed: false, lastingMs: null },
  /** Lasting: a person is upright on the bed. */
  A004: {
    name: 'wake-up',
    severity: 'medium',
    onAt: ['ROOM'],
    isAboutBed: true,
    lastingMs: { high: 400, medium: 1000, low: 2400 },
  },
  /** Lasting: a person is on the floor; a fall must be reported within three seconds of its beginning. */
  A005: {
    name: 'fall',
    severity: 'critical',
    onAt: LOCATION_TYPES,
    isAboutBed: false,
    lastingMs: { high: 1000, medium: 1600, low: 2600 },
  },
  /** Lasting: a person is beyond the bed's side. */
  A006: {
    name: 'bed-exit',
    severity: 'high',
    onAt: ['ROOM'],
    isAboutBed: true,
    lastingMs: { high: 200, medium: 400, low: 1200 },
  },
  A007: { name: 'continuous-recording', severity: null, onAt: [], isAboutBed: false, lastingMs: null },
  A008: { name: 'live-streaming', severity: null, onAt: [], isAboutBed: false, lastingMs: null },
} as const satisfies Record<string, AppFacts>

export type AppCode = keyof typeof APPS
/** Apps whose conclusions become alerts. */
export type AlertAppCode = {
  [Code in AppCode]: (typeof APPS)[Code]['severity'] extends null ? never : Code
}[AppCode]
/** Apps about people: the feature log records what they would have concluded at each sensitivity. */
export type PeopleAppCode = {
  [Code in AppCode]: (typeof APPS)[Code]['lastingMs'] extends null ? never : Code
}[AppCode]

/** Never empty, as required by schemas. */
export type List<Code> = [Code, ...Code[]]
export const APP_CODES = Object.keys(APPS) as List<AppCode>
export const ALERT_APP_CODES = APP_CODES.filter((code) => APPS[code].severity) as List<AlertAppCode>
/** Somebody was lost amid the frame (A005): worth a look, and no alarm at any severity. REAL-12 */
export const LOOK_IN = 'look-in' as const
/** Another system of the site raised it with a token; the site names its kind. REACH-54 */
export const SIGNAL = 'site-signal' as const
/** Kinds of alerts without an app: a camera without frames (CAM-15), a hub that leaves its cameras dark. */
export const OUTAGES = ['camera-inactive', 'hub-offline'] as const
/** Most urgent first, as filters and charts list them. */
export const ACTIVITIES = [
  ...ALERT_APP_CODES.toSorted((a, b) => SEVERITIES.indexOf(APPS[a].severity) - SEVERITIES.indexOf(APPS[b].severity)),
  SIGNAL,
  LOOK_IN,
  ...OUTAGES,
]
