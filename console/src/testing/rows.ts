/** Rows as the service answers them, each valid by the contract; a test changes what it is about. */
import type { Alarm, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import type { Alert, AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import type { CameraDetail, CameraRecord } from '@mimamori/contract/camera/camera.ts'
import type { Room } from '@mimamori/contract/care/room.ts'
import { APP_CODES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { FollowedApp } from '@mimamori/contract/site/followed-app.ts'
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import type { SessionUser } from '#lib/session/session.ts'
import { roomCounts } from '#shared/open-alarms.ts'

/** When tests are: a Thursday, 21:00 in Tokyo. */
export const NOW = '2026-11-26T12:00:00.000Z'

/** An id by its number. */
export const idOf = (number: number) => `019a9b00-0000-7000-8000-${String(number).padStart(12, '0')}`

export const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

export const SITE = {
  ...{ id: idOf(900), schemaName: 'Sakura no Sato', schemaCode: 'sakura-no-sato', timezone: 'Asia/Tokyo' },
  ...{ isRecordingEnabled: true, isLiveStreamingEnabled: true, passwordMinLength: 12 },
  license: { packages: ['PRO'] },
}

/** Somebody of the site; SUPER_ADMIN belongs to none. */
export function aUser(change: Partial<SessionUser> & { role?: Role } = {}): SessionUser {
  const person = { firstName: 'Yuki', lastName: 'Sato', displayName: 'Yuki Sato', photoURL: null }
  return {
    ...{ id: idOf(901), token: 'token', tokenExpiresAt: '2099-01-01T00:00:00.000Z' },
    ...{ email: 'yuki@sakura.example', userName: 'yuki@sakura.example' },
    ...{ locale: 'en', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm', type: 'REGULAR', unitIds: [] },
    ...{ role: 'ADMIN', applicationTenant: change.role === 'SUPER_ADMIN' ? null : SITE, impersonatedTenant: null },
    ...person,
    ...change,
  }
}

/** An alarm that nobody has claimed. */
export function anAlarm(change: Partial<Alarm> = {}): Alarm {
  return {
    ...{ state: 'open', openSince: minutesAgo(1), opening: 1, reopened: null, claimer: null, claimEndsAt: null },
    ...{ joined: [], arrived: null, resolved: null },
    ...change,
  }
}

/** A row of the bar: a critical fall in a room of that number, a minute ago and a second more with each number. */
export function anOpenAlarm(number: number, change: Partial<OpenAlarm> = {}): OpenAlarm {
  return {
    ...{ alertId: idOf(number), cameraId: idOf(100 + number), location: `Room ${200 + number}`, unitName: '2F' },
    room: `Room ${200 + number}`,
    ...{
      residents: [],
      activity: 'A005',
      isPossible: false,
      kindName: null,
      severity: 'critical',
      occurredAt: minutesAgo(1 + number / 60),
    },
    ...{ thumbnailUrl: null, alarm: anAlarm() },
    ...change,
  }
}

/** What `alarm.open` answers for these. */
export function openAlarms(...records: OpenAlarm[]) {
  return { records, totalCount: records.length, ...roomCounts(records), now: new Date().toISOString() }
}

/** An alert that needs no answer, one minute older with each number. */
export function anAlert(number: number, change: Partial<Alert> = {}): Alert {
  return {
    ...{ id: idOf(number), cameraId: idOf(100 + number), cameraName: `Camera ${number}` },
    ...{
      location: `Room ${200 + number}`,
      unitId: idOf(800),
      unitName: '2F',
      activity: 'A005',
      isPossible: false,
      kindName: null,
    },
    ...{ severity: 'medium', occurredAt: minutesAgo(number), createdAt: minutesAgo(number), hasRead: true },
    ...{ archived: false, mediaType: 'video', inferencedBy: 'cloud', clipState: 'none', clipDurationMs: null },
    ...{ thumbnailUrl: null, detections: [], verdict: null, verdictReason: null, darkCameras: null, alarm: null },
    firstSeen: null,
    ...change,
  }
}

/** The same with what its page shows. */
export function anAlertDetail(number: number, change: Partial<AlertDetail> = {}): AlertDetail {
  return {
    ...anAlert(number),
    ...{ people: 'clear', clipUrl: null, clipOriginal: null, clipAlertAtMs: null, lostImage: null, region: null },
    ...{ clipUnasked: null, signal: null },
    ...{ hubId: null, residents: [], steps: [], newerId: null, olderId: null },
    ...change,
  } as AlertDetail
}

/** A room of that number in which nobody is known to be; of the same camera as its alarms. */
export function aRoom(number: number, change: Partial<Room> = {}): Room {
  return {
    ...{ room: `Room ${200 + number}`, cameraId: idOf(100 + number), cameraName: `Camera ${number}` },
    ...{ location: `Room ${200 + number}`, unitName: '2F', residents: [], tenantName: SITE.schemaName },
    ...{ alarm: null, alarmCount: 0, lookIn: null, measuresFalls: false, checkIn: null },
    ...{ now: { state: 'in-bed', reason: null, since: minutesAgo(30) }, visit: null, inBedMinutes: null, timeline: [] },
    ...change,
  }
}

/** A camera that sends, in the room of that number. */
export function aCamera(number: number, change: Partial<CameraRecord> = {}): CameraRecord {
  return {
    ...{ id: idOf(100 + number), name: `Camera ${number}`, description: '', type: 'UNKNOWN' },
    ...{ location: `Room ${200 + number}`, locationType: 'ROOM', unitId: idOf(800), unitName: '2F' },
    ...{ agentId: idOf(500), agentName: 'Hub 2F', tags: [], shifts: [], status: 'Online', statusReason: null },
    ...{ lastStatusAt: NOW, lastActivityAt: NOW, latestFrame: null, shadowState: 'IN_SYNC' },
    ...{ registrationStatus: 'REGISTRATION_COMPLETE', apps: [], isLiveAvailable: false, liveOff: null },
    ...change,
  }
}

/** The site, as those who manage sites get it. */
export function aTenant(change: Partial<Tenant> = {}): Tenant {
  return {
    ...{ id: SITE.id, name: SITE.schemaName, code: SITE.schemaCode, region: 'ap-northeast-1', parentId: idOf(899) },
    ...{ kind: 'site', parentName: 'Sakura Care', timezone: SITE.timezone, isRecordingEnabled: true },
    ...{ isLiveStreamingEnabled: true, streamingRestrictionMinutes: null, passwordMinLength: 12 },
    ...{ alarmSeverities: ['critical', 'high'], arrivalLimitSeconds: 180, isReturnEnding: true },
    ...{ alarmsPerHourBudget: null, repeatMinutes: 5 },
    ...{ packages: ['VCARE', 'PRO'], roomCameraLimit: 12, publicCameraLimit: 3, cameraNetworks: [] },
    ...{ isDisabled: false, deletionDueAt: null, siteCount: 0, hubCount: 1, cameraCount: 3, onlineCameraCount: 3 },
    ...{ roomCameraCount: 3, publicCameraCount: 0, userCount: 4, administratorCount: 1, keyLastFour: null },
    ...{ createdAt: NOW, version: 1 },
    ...change,
  }
}

/** What a unit says of every app: nothing. */
export const FOLLOWED_APPS: FollowedApp[] = APP_CODES.map((appCode) => ({
  ...{ appCode, state: null, schedule: null, camerasState: null, followingCount: 0 },
}))

/** One page of a list that has these alone. */
export const pageOf = <T = never>(...records: T[]) => ({ records, totalCount: records.length, currentPage: 0 })

/** The same camera with everything that its own pages show. */
export function aCameraDetail(number: number): CameraDetail {
  return {
    ...aCamera(number),
    ...{
      description: 'By the window',
      brand: 'Brand',
      model: 'Model',
      streamUrl: 'rtsp://10.0.0.1/s',
      streamingId: '1',
    },
    ...{ passwordSet: false, tenantId: SITE.id, version: 1, image: null, regions: [], runningStatus: 'Running' },
    installationStatus: 'Installed',
    shadow: { desiredVersion: 1, reportedVersion: 1, changedAt: NOW, reportedAt: NOW, errors: [], difference: [] },
  } as unknown as CameraDetail
}
