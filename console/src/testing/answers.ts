/** What pages ask for besides their subject: sites where nothing has happened yet. A test answers what it is about. */
import type { NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import { DEFAULT_FIELD_MAP, type External } from '@mimamori/contract/site/external.ts'
import { anAlertDetail, aTenant, FOLLOWED_APPS, idOf, NOW, pageOf, SITE } from './rows.ts'
import type { Answers } from './service.ts'

export const ALERT_LIST: Answers = {
  'alertFilter.list': () => ({ records: [] }),
  'unit.search': () => pageOf(aUnitOf(800, '2F')),
  'asset.search': () => pageOf(),
  'camera.search': () => pageOf(),
}

/** What reaches somebody who has chosen nothing. */
export const PREFERENCES: NotificationPreferences = {
  ...{ push: 'all', http: 'urgent', mail: 'urgent' },
  quietHours: { push: null, http: null, mail: null },
}

/** A site that rings nobody's phone, and a person without a PIN. */
export const NO_RINGER: Answers = {
  'ringer.get': () => ({
    ...{ tenantId: SITE.id, isEnabled: false, preset: 'ntfy', url: 'https://ntfy.sh', hourlyMost: 60 },
    ...{ tokenLastFour: null, people: 0, lastHour: 0, checkedAt: null, checkError: null, version: 0 },
  }),
  'ringer.address': () => ({ preset: null, addressEnd: null }),
  'stationPin.get': () => ({ isSet: false }),
}

/** A site without webhooks, on the settings. */
export const NO_WEBHOOKS: Answers = {
  'webhook.list': () => ({ tenantId: SITE.id, kind: 'site', records: [] }),
}

/** The page of an alert, besides the alert. */
export const ALERT_DETAIL: Answers = {
  'alert.patch': ({ params, body }) => ({ ...anAlertDetail(1), id: params.id, ...body }),
  'alert.neighbours': () => ({ newerId: null, olderId: null }),
  'alert.colleagues': () => ({ records: [] }),
  'eventDetail.job': () => ({ job: null, hasModel: false }),
  'eventDetail.search': () => pageOf(),
  'measurement.why': ({ query }) => ({
    ...{ cameraId: query.cameraId, location: 'Room 201', unitName: '2F', retainedDays: 14 },
    ...{ apps: [], seconds: [], alerts: [] },
  }),
  'recording.search': () => pageOf(),
  'visit.list': () => ({ records: [], now: new Date().toISOString() }),
  'walkTest.running': () => ({ records: [] }),
}

/** An installation that has made no backup yet. */
export const NO_BACKUP = { runs: null, last: null, error: null, lastDrill: null, drillError: null }
const NO_ALERTS = { critical: 0, high: 0, medium: 0, low: 0 }
/** The page of rooms, besides the rooms. */
export const ROOMS: Answers = {
  'visit.list': () => ({ records: [], now: NOW }),
  'walkTest.running': () => ({ records: [] }),
  'unit.search': () => pageOf(),
}

/** The dashboard of a site in which nothing has happened. */
export const DASHBOARD: Answers = {
  'alert.latest': () => ({ records: [], unseenCritical: null }),
  'alert.countBySeverity': () => ({
    ...{ total: NO_ALERTS, step: 'day', series: [{ ...NO_ALERTS, startsAt: NOW }] },
    falls: { now: 0, before: 0, beforeFrom: NOW, claimedSeconds: null, arrivedSeconds: null },
  }),
  'alert.countByCamera': () => ({ records: [] }),
  'camera.countByStatus': () => ({ Online: 0, Offline: 0, Inactive: 0, Disabled: 0 }),
  'room.list': () => ({ records: [], totalCount: 0, now: new Date().toISOString() }),
  'walkTest.running': () => ({ records: [] }),
  'alarm.answerers': () => ({ records: [], hasRoster: false, isPinAsked: false }),
  'firstSteps.get': () => ({ steps: [], isHidden: true }),
  'unit.search': () => pageOf(),
}

const NO_LOAD = {
  ...{
    calls: 0,
    alarms: 0,
    judged: 0,
    falseAlarms: 0,
    repeated: 0,
    returned: 0,
    answered: 0,
    medianSeconds: null,
    p90Seconds: null,
  },
  ...{ hours: null, perHour: null },
}
const SHEET = {
  ...{ siteName: SITE.schemaName, timezone: SITE.timezone, unitId: null, unitName: null, at: NOW },
  shift: {
    ...{ key: 'night' as const, name: null, day: '2026-11-26' },
    ...{ startsAt: '2026-11-26T09:00:00.000Z', endsAt: '2026-11-26T21:00:00.000Z' },
  },
  ...{
    alarms: [],
    alarmCount: 0,
    callCount: 0,
    open: [],
    rooms: [],
    checkIns: [],
    missed: [],
    notes: [],
    errors: [],
  },
  note: { text: '', version: 0, userName: null, at: null },
}
/** The pages of a site in which nothing has happened yet. */
export const EMPTY_SITE: Answers = {
  ...ALERT_LIST,
  ...DASHBOARD,
  'visit.list': () => ({ records: [], now: NOW }),
  'resident.search': () => pageOf(),
  'accident.search': () => pageOf(),
  'handover.search': () => pageOf(),
  'handover.get': () => ({ sheet: SHEET, shifts: [SHEET.shift], units: [], mayWholeSite: true, handed: [] }),
  'evidence.get': () => ({
    ...{ siteName: SITE.schemaName, at: NOW, year: 2026, months: [], weeksFrom: '2026-09-24', before: [], since: [] },
  }),
  'handover.rounds': () => ({ ...SHEET, hours: [SHEET.shift.startsAt], rooms: [] }),
  'load.report': () => ({
    ...{ from: NOW, to: NOW, budgetPerHour: null, total: NO_LOAD, shifts: [], carers: [], causes: [] },
  }),
  'coverage.list': () => ({ records: [], totalCount: 0, now: NOW }),
  'deviceProof.ofSite': () => ({ owners: [], totalCount: 0 }),
}

/** The page of a site, as those who manage sites get it. */
export const SITE_PAGE: Answers = {
  'tenant.search': () => pageOf(aTenant()),
  'tenant.get': () => aTenant(),
  'tenant.deletion': () => ({
    counts: { residents: 0, alerts: 0, units: 0, cameras: 0, hubs: 0, recordings: 0, files: 0, users: 0 },
    ...{ siteCount: 0, lastExport: null, needsOtherExporter: false, marked: null },
  }),
  'siteApp.list': () => ({ apps: FOLLOWED_APPS }),
  'retention.get': () => ({
    ...{ tenantId: SITE.id, tenantName: SITE.schemaName, place: 'service', days: null, gigabytes: null },
    ...{ measurementDays: 14, retained: NO_RECORDINGS, onHubs: NO_RECORDINGS, archived: NO_RECORDINGS },
    ...{ shortenedAt: null, lastEditedBy: null, lastEditedAt: null, version: 1 },
  }),
  'retention.preview': () => ({ removed: NO_RECORDINGS, cameras: [] }),
  'external.get': () => EXTERNAL,
}

const NO_RECORDINGS = { count: 0, durationMs: 0, bytes: 0, oldestAt: null }
/** An external system that was never set up. */
export const EXTERNAL: External = {
  ...{ tenantId: SITE.id, isEnabled: false, url: '', corporationCode: '', jigCode: '', formatKbn: '' },
  ...{ fieldMap: DEFAULT_FIELD_MAP, subscribers: [], keyLastFour: null, version: 0, runs: [] },
}

const aUnitOf = (number: number, name: string) => ({
  ...{ id: idOf(number), name, tenantId: idOf(900), tenantName: 'Sakura no Sato', cameraCount: 1 },
  ...{ overridesReminderSubscribers: false, version: 1 },
})
