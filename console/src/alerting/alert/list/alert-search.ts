/** What the alerts list keeps in the address, and the filter that the service gets for it. ALERT-02. */

import type { AlarmState } from '@mimamori/contract/alerting/alarm-state.ts'
import type { AlertFilter, VerdictOrNone } from '@mimamori/contract/alerting/alert.ts'
import type { SavedFilter, SavedFilterContent } from '@mimamori/contract/alerting/alert-filter.ts'
import { VERDICTS, WINDOWS } from '@mimamori/contract/alerting/alert-lists.ts'
import type { AlertWindow } from '@mimamori/contract/alerting/alert-window.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { ACTIVITIES, SEVERITIES } from '@mimamori/contract/camera/app-catalogue.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import { idsOf, isTrue, type ListSearch, toListSearch } from '#lib/list/list-search.ts'
import { boundsOf, isWithinDays, type TimeRange, toTimeRange } from '#lib/list/time-range.ts'
import type { ChosenUnit } from '#lib/session/unit-filter.ts'

const VERDICTS_OR_NONE: readonly VerdictOrNone[] = [...VERDICTS, 'none']

/** Alarms that nobody goes to, and those that somebody goes to or is at; left out: everything. ALARM-05. */
type AlertTab = 'needs' | 'answering'
const STATES: Record<AlertTab, AlarmState[]> = { needs: ['open'], answering: ['claimed', 'arrived'] }

/** What the service orders by. */
export const SORTS = ['occurredAt', 'severity'] as const

/** Left out means the default, so that a plain address stays plain. */
export type AlertSearch = ListSearch<(typeof SORTS)[number]> &
  TimeRange & {
    tab?: AlertTab
    unread?: true
    /** `any`: archived or not, as reports count. */
    archived?: true | 'any'
    severities?: AlertSeverity[]
    activities?: Activity[]
    cameraIds?: string[]
    tagIds?: string[]
    shiftIds?: string[]
    /** By day or by night; only links of reports ask for it, and for the two below. */
    window?: AlertWindow
    verdicts?: VerdictOrNone[]
    /** No care role has seen it. */
    unanswered?: true
    /** What links name one camera by; read as `cameraIds`. */
    cameraId?: string
    /** The user's default filter stays off. */
    plain?: true
  }

/** Of the controls above the list. */
export type FilterProps = { search: AlertSearch; onChange: (change: Partial<AlertSearch>) => void }

/** Longest range with a shift: the contract's SHIFT_RANGE_MAX_DAYS. */
export const SHIFT_DAYS = 93
/** As many as a saved filter holds of each. */
const MOST_CAMERAS = 100
const MOST_ASSETS = 50

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toAlertSearch(raw: Record<string, unknown>): AlertSearch {
  const cameraIds = idsOf(raw.cameraIds ?? [raw.cameraId], MOST_CAMERAS)
  const tagIds = idsOf(raw.tagIds, MOST_ASSETS)
  const shiftIds = idsOf(raw.shiftIds, MOST_ASSETS)
  const severities = among(SEVERITIES, raw.severities)
  const verdicts = among(VERDICTS_OR_NONE, raw.verdicts)
  const time = toTimeRange(raw)
  const window = WINDOWS.find((one) => one === raw.window)
  // Links of an earlier version name the activities so.
  const activities = among(ACTIVITIES, raw.activities ?? raw.appCodes)
  // Links of an earlier version name the turned order so.
  const turned = raw.sort === 'oldest' || raw.turned
  return {
    ...toListSearch({ turned, sort: raw.sort, view: raw.view, page: raw.page }, SORTS),
    ...((raw.tab === 'needs' || raw.tab === 'answering') && { tab: raw.tab }),
    ...(isTrue(raw.unread) && { unread: true }),
    ...(raw.archived === 'any' ? { archived: 'any' } : isTrue(raw.archived) && { archived: true }),
    ...(window && { window }),
    ...(verdicts && { verdicts }),
    ...(isTrue(raw.unanswered) && { unanswered: true }),
    ...(severities && { severities }),
    ...(activities && { activities }),
    ...(isWithinDays(time, shiftIds || window ? SHIFT_DAYS : Number.POSITIVE_INFINITY) && time),
    ...(cameraIds && { cameraIds }),
    ...(tagIds && { tagIds }),
    ...(shiftIds && { shiftIds }),
    ...(isTrue(raw.plain) && { plain: true }),
  }
}

/** `unitIds` is the shell's units filter; an empty one filters nothing. */
export function toFilter(search: AlertSearch, unitIds: readonly string[], now: Date): AlertFilter {
  return {
    archived: search.archived ?? false,
    ...(search.tab && { alarmStates: STATES[search.tab] }),
    ...(search.unread && { hasRead: false }),
    ...(search.severities && { severities: search.severities }),
    ...(search.activities && { activities: search.activities }),
    ...(search.cameraIds && { cameraIds: search.cameraIds }),
    ...(search.tagIds && { tagIds: search.tagIds }),
    ...(search.shiftIds && { shiftIds: search.shiftIds }),
    ...(search.window && { window: search.window }),
    ...(search.verdicts && { verdicts: search.verdicts }),
    ...(search.unanswered && { isUnanswered: true }),
    ...(unitIds.length > 0 && { unitIds: [...unitIds] }),
    ...boundsOf(search, now),
  }
}

export type Raised = Extract<LiveEvent, { type: 'alert-raised' }>

/** Whether a new alert has its place in the list; `ask`: tags and the clock of its site are known to the service alone. */
export function belongsTo(event: Raised, search: AlertSearch, unitIds: readonly string[]): boolean | 'ask' {
  const isAmong = <T>(chosen: readonly T[] | undefined, value: T) => !chosen || chosen.includes(value)
  const isFitting =
    isAmong(unitIds.length > 0 ? unitIds : undefined, event.unitId ?? '') &&
    isAmong(search.cameraIds, event.cameraId ?? '') &&
    isAmong(search.severities, event.severity) &&
    isAmong(search.activities, event.activity) &&
    isAmong(search.verdicts, 'none') &&
    search.archived !== true &&
    !search.to
  if (!isFitting) return false
  // Tags are of cameras: the alert of a hub has none.
  if (search.tagIds && event.cameraId === null) return false
  return search.tagIds || search.shiftIds || search.window ? 'ask' : true
}

/** The list's own filter, about this alert alone. */
export function questionAbout(event: Raised, search: AlertSearch, unitIds: readonly string[]): AlertFilter {
  const at = new Date(event.occurredAt)
  const { from: _, to: __, ...filter } = toFilter(search, unitIds, at)
  return {
    ...filter,
    ...(event.cameraId !== null && { cameraIds: [event.cameraId] }),
    from: at.toISOString(),
    to: new Date(at.getTime() + 1).toISOString(),
  }
}

/** What an alert opened from a list remembers of it: for its neighbours, and for the way back. */
export function ofList({ cameraId: _, ...search }: AlertSearch): AlertSearch {
  return search
}

/** What a list is narrowed by, as a saved filter holds it, with the units of the bar at the top. A fixed range is not saved: tomorrow it would mean nothing. */
export function toContent(search: AlertSearch, units: readonly ChosenUnit[]): SavedFilterContent {
  return {
    isUnread: search.unread ?? false,
    isArchived: search.archived === true,
    severities: search.severities ?? [],
    activities: search.activities ?? [],
    cameraIds: search.cameraIds ?? [],
    tagIds: search.tagIds ?? [],
    shiftIds: search.shiftIds ?? [],
    units: [...units],
    range: search.range ?? null,
  }
}

/** Narrows nothing. */
export const EMPTY: SavedFilterContent = toContent({}, [])

/** The address of a saved filter; everything that narrows is said, so that what was there before goes. */
export function fromContent(content: SavedFilterContent): AlertSearch {
  const list = <T>(of: T[]) => (of.length > 0 ? of : undefined)
  return {
    unread: content.isUnread || undefined,
    archived: content.isArchived || undefined,
    severities: list(content.severities),
    activities: list(content.activities),
    cameraIds: list(content.cameraIds),
    tagIds: list(content.tagIds),
    shiftIds: list(content.shiftIds),
    range: content.range ?? undefined,
    window: undefined,
    verdicts: undefined,
    unanswered: undefined,
    from: undefined,
    to: undefined,
  } as AlertSearch
}

/** Whether the list is narrowed by exactly this saved filter. One without units is in force whatever units are chosen. */
export function isInForce(
  { content }: Pick<SavedFilter, 'content'>,
  search: AlertSearch,
  units: readonly ChosenUnit[],
): boolean {
  const isOfReport = search.from || search.window || search.verdicts || search.unanswered || search.archived === 'any'
  const idsOfUnits = (of: readonly ChosenUnit[]) => of.map(({ id }) => id).toSorted()
  const hasItsUnits = content.units.length === 0 || idsOfUnits(content.units).join() === idsOfUnits(units).join()
  const [shown, saved] = [search, fromContent(content)].map((each) => JSON.stringify(toContent(each, [])))
  return !isOfReport && hasItsUnits && shown === saved
}

function among<T extends string>(known: readonly T[], raw: unknown): T[] | null {
  if (!Array.isArray(raw)) return null
  const found = known.filter((one) => raw.includes(one))
  return found.length > 0 ? found : null
}
