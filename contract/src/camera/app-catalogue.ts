/** A descriptor of each camera app, and the lists that follow from them: no zod, so that a browser may carry it. APP-01. */

/** Most urgent first: the order of lists, charts and filters. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export const LOCATION_TYPES = ['ROOM', 'HALLWAY', 'DINING'] as const
export type LocationType = (typeof LOCATION_TYPES)[number]

type AppFacts = {
  /** Of its situations in hub/synthetic and of the demo's pictures. */
  name: string
  /** What its alerts get unless the app's settings say otherwise; null: it raises none. */
  severity: (typeof SEVERITIES)[number] | null
  /** Where a new camera has it on. domain.md "A new camera". */
  onAt: readonly (typeof LOCATION_TYPES)[number][]
  /** Each of its regions is a bed, without which it sees nothing. */
  isAboutBed: boolean
  /** It looks for people: how long what it looks for must last at each sensitivity, in ms; null: it does not. */
  lastingMs: { high: number; medium: number; low: number } | null
}

/** A002 was never used. The order is the one of forms, columns and the bits of the feature log: a new app comes last. */
export const APPS = {
  /** Lasting: a figure is there. */
  A001: {
    name: 'person',
    severity: 'low',
    onAt: [],
    isAboutBed: false,
    lastingMs: { high: 400, medium: 800, low: 2000 },
  },
  A003: { name: 'motion', severity: 'low', onAt: [], isAboutBed: false, lastingMs: null },
  /** Lasting: somebody is upright on the bed. */
  A004: {
    name: 'wake-up',
    severity: 'medium',
    onAt: ['ROOM'],
    isAboutBed: true,
    lastingMs: { high: 400, medium: 1000, low: 2400 },
  },
  /** Lasting: somebody is on the floor; a fall shall be known within three seconds of its begin. */
  A005: {
    name: 'fall',
    severity: 'critical',
    onAt: LOCATION_TYPES,
    isAboutBed: false,
    lastingMs: { high: 1000, medium: 1600, low: 2600 },
  },
  /** Lasting: somebody is beyond the bed's side. */
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
/** Apps about people: the feature log marks what they would have concluded with each sensitivity. */
export type PeopleAppCode = {
  [Code in AppCode]: (typeof APPS)[Code]['lastingMs'] extends null ? never : Code
}[AppCode]

/** Never empty, as a schema asks for it. */
export type List<Code> = [Code, ...Code[]]
export const APP_CODES = Object.keys(APPS) as List<AppCode>
export const ALERT_APP_CODES = APP_CODES.filter((code) => APPS[code].severity) as List<AlertAppCode>
/** What an alert is about besides an app: a camera without pictures (CAM-15), a hub that leaves its cameras dark. */
export const OUTAGES = ['camera-inactive', 'hub-offline'] as const
/** Most urgent first, as filters and charts list them. */
export const ACTIVITIES = [
  ...ALERT_APP_CODES.toSorted((a, b) => SEVERITIES.indexOf(APPS[a].severity) - SEVERITIES.indexOf(APPS[b].severity)),
  ...OUTAGES,
]
