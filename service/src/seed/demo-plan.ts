/** The demo organisation as data: who and what is there. Its history is made by demo-history.ts. */

import type { AppCode } from '@mimamori/contract/camera/apps.ts'
import { CAMERA_SILENT, HUB_SILENT, type StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import { ADMINISTRATORS, NEIGHBOURS } from './demo-neighbours.ts'
import type { CameraPlan, Organisation, Person, Resident, Site } from './demo-parts.ts'

export const DEMO_PASSWORD = 'mimamori-demo'

export const SHIFTS = [
  { name: '早番 Early', startMinute: 7 * 60, endMinute: 16 * 60 },
  { name: '日勤 Day', startMinute: 8 * 60 + 30, endMinute: 17 * 60 + 30 },
  { name: '遅番 Late', startMinute: 10 * 60 + 30, endMinute: 19 * 60 + 30 },
  { name: '夜勤 Night', startMinute: 16 * 60 + 30, endMinute: 9 * 60 + 30 },
] as const
const [FALL_RISK, NIGHT_WATCH, COMMON_AREA] = [
  '転倒注意 Fall risk',
  '夜間見守り Night watch',
  '共用部 Common area',
] as const
export const TAGS: readonly string[] = [FALL_RISK, NIGHT_WATCH, '看取り Palliative care', COMMON_AREA]

/** The apps that are on in a room, in a corridor and in a dining room. */
export const APPS_OF: Record<CameraPlan['locationType'], readonly AppCode[]> = {
  ROOM: ['A003', 'A008'],
  HALLWAY: ['A003', 'A008'],
  DINING: ['A003'],
}
/** Where the demo's hub watches, these are set up too. */
export const WATCHED_APPS_OF: Record<CameraPlan['locationType'], readonly AppCode[]> = {
  ROOM: ['A004', 'A005', 'A006'],
  HALLWAY: ['A001'],
  DINING: [],
}

const PAUSE_SECONDS = { ROOM: 240, HALLWAY: 180, DINING: 240 } as const

/** Snooze of a camera's apps in the demo: short for falls. */
export function pauseSecondsOf(locationType: CameraPlan['locationType'], appCode: AppCode): number {
  return appCode === 'A005' ? 60 : PAUSE_SECONDS[locationType]
}

const room = (number: number, unit: string, isDemo: boolean, resident: Resident): CameraPlan => ({
  key: `room-${number}`,
  name: `${number}-A`,
  location: `Room ${number}`,
  locationType: 'ROOM',
  unit,
  isDemo,
  resident,
})
const lives = (wakesAt: number, exitsPerNight: number, ...fallDaysAgo: number[]): Resident => ({
  wakesAt,
  exitsPerNight,
  fallDaysAgo,
})
const away = (reason: StatusReason, lastSeenHoursAgo: number | null) => ({
  state: { status: 'Offline' as const, reason, lastSeenHoursAgo },
})

const sakura: Site = {
  key: 'sakura',
  code: 'sakura-no-sato',
  name: 'Sakura no Sato',
  packages: ['VCARE', 'PRO'],
  isRecordingEnabled: true,
  isLiveStreamingEnabled: true,
  streamingRestrictionMinutes: 30,
  units: ['Sakura 2F', 'Ume 2F'],
  cameras: [
    { ...room(201, 'Sakura 2F', true, lives(5.7, 0.9, 13, 52)), isRecorded: true },
    room(202, 'Sakura 2F', true, lives(6.3, 0.5, 61)),
    {
      // The restless resident of the house.
      ...room(203, 'Sakura 2F', true, { ...lives(5.2, 4.1, 2, 11, 12, 26, 38, 55, 70, 84), restless: 1 }),
      tags: [FALL_RISK, NIGHT_WATCH],
    },
    room(205, 'Sakura 2F', true, { ...lives(6.6, 0.7, 33), isGettingWorse: true }),
    { ...room(206, 'Sakura 2F', true, lives(5.9, 1.3, 9, 47)), tags: [NIGHT_WATCH] },
    // To bed after supper, and up before the others.
    room(207, 'Sakura 2F', true, { ...lives(4.7, 1.0, 19, 77), bedsAt: 19.4 }),
    {
      key: 'hallway-2f',
      isRecorded: true,
      name: 'Hallway 2F',
      location: 'Hallway 2F',
      locationType: 'HALLWAY',
      unit: 'Sakura 2F',
      isDemo: true,
      tags: [COMMON_AREA],
    },
    { ...room(212, 'Ume 2F', false, lives(6.0, 0.8)), ...away(HUB_SILENT, null) },
    {
      key: 'dining',
      name: 'Dining room',
      location: 'Dining room',
      locationType: 'DINING',
      unit: 'Ume 2F',
      isDemo: false,
      state: { status: 'Disabled', reason: null, lastSeenHoursAgo: null },
      tags: [COMMON_AREA],
    },
  ],
}

const ume: Site = {
  key: 'ume',
  code: 'ume-no-ie',
  name: 'Ume no Ie',
  packages: ['VCARE'],
  isRecordingEnabled: true,
  isLiveStreamingEnabled: false,
  streamingRestrictionMinutes: null,
  units: ['Ume 1F'],
  cameras: [
    { ...room(101, 'Ume 1F', false, lives(6.0, 1.6, 8, 41)), ...away(HUB_SILENT, 2) },
    { ...room(102, 'Ume 1F', false, lives(5.5, 0.8)), ...away(HUB_SILENT, 2) },
    { ...room(103, 'Ume 1F', false, lives(6.8, 1.1, 66)), ...away(HUB_SILENT, 2) },
    {
      ...room(105, 'Ume 1F', false, lives(6.2, 0.4)),
      state: { status: 'Inactive', reason: CAMERA_SILENT, lastSeenHoursAgo: 75 },
    },
  ],
}

const fuji: Site = {
  key: 'fuji',
  code: 'fuji-no-oka',
  name: 'Fuji no Oka',
  packages: ['VCARE'],
  isRecordingEnabled: false,
  isLiveStreamingEnabled: true,
  streamingRestrictionMinutes: 10,
  units: ['Fuji East', 'Fuji West'],
  cameras: [
    { ...room(301, 'Fuji East', false, lives(6.4, 0.7, 29)), ...away(HUB_SILENT, 1) },
    { ...room(302, 'Fuji West', false, lives(5.8, 1.9, 5, 17)), ...away(HUB_SILENT, 1) },
    {
      ...room(303, 'Fuji West', false, lives(6.0, 0.6)),
      state: { status: 'Disabled', reason: null, lastSeenHoursAgo: 400 },
    },
  ],
}

const kaede: Site = {
  key: 'kaede',
  code: 'kaede-en',
  name: 'Kaede-en',
  packages: ['VCARE'],
  isRecordingEnabled: false,
  isLiveStreamingEnabled: false,
  streamingRestrictionMinutes: null,
  units: ['Kaede 1F'],
  cameras: [
    { ...room(101, 'Kaede 1F', false, lives(6.1, 1.2, 23)), ...away(HUB_SILENT, 3) },
    { ...room(102, 'Kaede 1F', false, lives(5.6, 0.9)), ...away(HUB_SILENT, 3) },
    { ...room(103, 'Kaede 1F', false, lives(6.5, 0.5, 58)), ...away(HUB_SILENT, 3) },
  ],
}

export const ORGANISATIONS: readonly Organisation[] = [
  {
    key: 'sakura-care',
    code: 'sakura-care',
    name: 'Sakura Care',
    packages: ['VCARE', 'PRO'],
    sites: [sakura, ume, fuji, ...NEIGHBOURS],
  },
  { key: 'kaede-life', code: 'kaede-life', name: 'Kaede Life', packages: ['VCARE'], sites: [kaede] },
]

const [EARLY, DAY, LATE, NIGHT] = [SHIFTS[0].name, SHIFTS[1].name, SHIFTS[2].name, SHIFTS[3].name]
const staff = (home: string, domain: string, firstName: string, lastName: string, shift: string): Person => ({
  email: `${firstName}.${lastName}@${domain}`.toLowerCase(),
  firstName,
  lastName,
  role: 'USER',
  home,
  shift,
})
const atSakura = (firstName: string, lastName: string, shift: string) =>
  staff(sakura.code, 'sakura.example', firstName, lastName, shift)

/** The accounts of the demo, and the colleagues whose names stand in its history. */
export const PEOPLE: readonly Person[] = [
  { email: 'super@mimamori.example', firstName: 'Akira', lastName: 'Mori', role: 'SUPER_ADMIN', home: null },
  { email: 'org@sakura.example', firstName: 'Kenji', lastName: 'Yamamoto', role: 'ORG_ADMIN', home: 'sakura-care' },
  {
    email: 'admin@sakura.example',
    firstName: 'Naoko',
    lastName: 'Tanaka',
    role: 'ADMIN',
    home: sakura.code,
    shift: DAY,
  },
  { email: 'nurse@sakura.example', firstName: 'Yuki', lastName: 'Sato', role: 'USER', home: sakura.code, shift: NIGHT },
  {
    email: 'guest@sakura.example',
    firstName: 'Emi',
    lastName: 'Kobayashi',
    role: 'RESTRICTED_USER',
    home: sakura.code,
    units: ['Sakura 2F'],
  },
  { email: 'demo@sakura.example', firstName: 'Demo', lastName: 'Visitor', role: 'DEMO_USER', home: sakura.code },
  {
    email: 'annotator@sakura.example',
    firstName: 'Ryo',
    lastName: 'Hayashi',
    role: 'ANNOTATOR',
    home: sakura.code,
  },
  {
    email: 'station-2f@sakura.example',
    firstName: 'Station',
    lastName: '2F',
    role: 'USER',
    home: sakura.code,
    type: 'SHARED',
    units: ['Sakura 2F', 'Ume 2F'],
  },
  atSakura('Misaki', 'Ito', EARLY),
  atSakura('Daisuke', 'Watanabe', EARLY),
  atSakura('Haruka', 'Nakamura', DAY),
  atSakura('Takumi', 'Kato', LATE),
  atSakura('Aya', 'Yoshida', LATE),
  atSakura('Kenta', 'Takahashi', NIGHT),
  atSakura('Mayumi', 'Sasaki', NIGHT),
  staff(ume.code, 'ume.example', 'Shiori', 'Matsumoto', DAY),
  staff(ume.code, 'ume.example', 'Koji', 'Inoue', NIGHT),
  staff(fuji.code, 'fuji.example', 'Rina', 'Kimura', DAY),
  staff(fuji.code, 'fuji.example', 'Shota', 'Shimizu', NIGHT),
  {
    email: 'admin@kaede.example',
    firstName: 'Hiroshi',
    lastName: 'Ogawa',
    role: 'ADMIN',
    home: kaede.code,
    shift: DAY,
  },
  staff(kaede.code, 'kaede.example', 'Nana', 'Fujita', NIGHT),
  ...ADMINISTRATORS,
]
