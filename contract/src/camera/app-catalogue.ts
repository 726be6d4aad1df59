/** A descriptor of each camera app, and the lists that follow from them: no zod, so that a browser may carry it. APP-01. */

/** Most urgent first: the order of lists, charts and filters. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export const LOCATION_TYPES = ['ROOM', 'HALLWAY', 'DINING'] as const

type AppFacts = {
  /** Of its situations in hub/synthetic and of the demo's pictures. */
  name: string
  /** What its alerts get unless the app's settings say otherwise; null: it raises none. */
  severity: (typeof SEVERITIES)[number] | null
  /** Where a new camera has it on. domain.md "A new camera". */
  onAt: readonly (typeof LOCATION_TYPES)[number][]
  /** Each of its regions is a bed, without which it sees nothing. */
  isAboutBed: boolean
  /** It looks for people: app-thresholds.ts says how long what it looks for must last. */
  isAboutPeople: boolean
}

/** A002 was never used. The order is the one of forms, columns and the bits of the feature log: a new app comes last. */
export const APPS = {
  A001: { name: 'person', severity: 'low', onAt: [], isAboutBed: false, isAboutPeople: true },
  A003: { name: 'motion', severity: 'low', onAt: [], isAboutBed: false, isAboutPeople: false },
  A004: { name: 'wake-up', severity: 'medium', onAt: ['ROOM'], isAboutBed: true, isAboutPeople: true },
  A005: { name: 'fall', severity: 'critical', onAt: LOCATION_TYPES, isAboutBed: false, isAboutPeople: true },
  A006: { name: 'bed-exit', severity: 'high', onAt: ['ROOM'], isAboutBed: true, isAboutPeople: true },
  A007: { name: 'continuous-recording', severity: null, onAt: [], isAboutBed: false, isAboutPeople: false },
  A008: { name: 'live-streaming', severity: null, onAt: [], isAboutBed: false, isAboutPeople: false },
} as const satisfies Record<string, AppFacts>

export type AppCode = keyof typeof APPS
/** Apps whose conclusions become alerts. */
export type AlertAppCode = {
  [Code in AppCode]: (typeof APPS)[Code]['severity'] extends null ? never : Code
}[AppCode]
/** Apps about people: the feature log marks what they would have concluded with each sensitivity. */
export type PeopleAppCode = {
  [Code in AppCode]: (typeof APPS)[Code]['isAboutPeople'] extends true ? Code : never
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
