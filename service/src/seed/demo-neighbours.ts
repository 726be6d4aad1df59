/** Further sites of the demo organization, each in another state of being set up; they have no history. */
import { HUB_SILENT } from '@mimamori/contract/camera/status-reason.ts'
import type { CameraPlan, Person, Site } from './demo-parts.ts'

type State = NonNullable<CameraPlan['state']>
const away = (lastSeenHoursAgo: number): State => ({ status: 'Offline', reason: HUB_SILENT, lastSeenHoursAgo })
const OFF: State = { status: 'Disabled', reason: null, lastSeenHoursAgo: null }

const camera = (key: string, location: string, unit: string, state: State): CameraPlan => ({
  key,
  name: `${location}カメラ`,
  location,
  locationType: 'ROOM',
  unit,
  isDemo: false,
  state,
})

const site = (key: string, code: string, name: string, more: Partial<Site>): Site => ({
  key,
  code,
  name,
  packages: ['VCARE'],
  isRecordingEnabled: true,
  isLiveStreamingEnabled: true,
  streamingRestrictionMinutes: null,
  units: ['1階'],
  cameras: [],
  ...more,
})

export const NEIGHBOURS: readonly Site[] = [
  site('momiji', 'momiji-no-sato', '特別養護老人ホーム もみじの里', {
    packages: ['VCARE', 'PRO'],
    units: ['1階 紅葉', '2階 若葉'],
    limits: { rooms: 60, publicPlaces: 8 },
    streamingRestrictionMinutes: 15,
    cameras: [
      camera('room-101', '101号室', '1階 紅葉', away(5)),
      camera('room-102', '102号室', '1階 紅葉', away(5)),
      camera('room-103', '103号室', '1階 紅葉', away(5)),
    ],
  }),
  site('komorebi', 'komorebi', 'グループホーム こもれび', {
    limits: { rooms: 9, publicPlaces: 2 },
    cameras: [camera('room-1', '1号室', '1階', away(30)), camera('room-2', '2号室', '1階', OFF)],
  }),
  site('shirayuri', 'shirayuri-en', '介護老人保健施設 しらゆり苑', {
    packages: ['VCARE', 'PRO'],
    units: ['南棟', '北棟'],
    limits: { rooms: 2, publicPlaces: 0 },
    cameras: [camera('room-201', '201号室', '南棟', away(8)), camera('room-202', '202号室', '北棟', away(8))],
  }),
  site('hidamari', 'hidamari-no-ie', '介護付有料老人ホーム ひだまりの家', {
    units: ['本館'],
    isLiveStreamingEnabled: false,
    limits: { rooms: 40, publicPlaces: 4 },
  }),
  // Just created: neither cameras nor anybody who administers it.
  site('tsubaki', 'tsubaki', '小規模多機能ホーム つばき', { packages: [], limits: { rooms: 0, publicPlaces: 0 } }),
]

const administers = (home: string, domain: string, firstName: string, lastName: string): Person => ({
  email: `admin@${domain}.example`,
  firstName,
  lastName,
  role: 'ADMIN',
  home,
})

/** Administrators of the sites that no account of the demo administers. */
export const ADMINISTRATORS: readonly Person[] = [
  administers('ume-no-ie', 'ume', 'Keiko', 'Saito'),
  administers('fuji-no-oka', 'fuji', 'Makoto', 'Abe'),
  administers('momiji-no-sato', 'momiji', '陽子', '石川'),
  administers('komorebi', 'komorebi', '誠', '前田'),
  administers('shirayuri-en', 'shirayuri', '恵美', '岡田'),
  administers('hidamari-no-ie', 'hidamari', '浩二', '長谷川'),
]
