/** The state of the alerts list in the address, and the filter for the service. ALERT-02. */

import type { AlertFilter, VerdictOrNone } from '@mimamori/contract/alerting/alert.ts'
import type { SavedFilter, SavedFilterContent } from '@mimamori/contract/alerting/alert-filter.ts'
import { ALERT_TABS, type AlertTab, VERDICTS, WINDOWS } from '@mimamori/contract/alerting/alert-lists.ts'
import type { AlertWindow } from '@mimamori/contract/alerting/alert-window.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { AlarmState } from '@mimamori/contract/shared/alarm-state.ts'
import { ACTIVITIES, SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { idsOf, isTrue, type ListSearch, toListSearch, wordsOf } from '#lib/list/list-search.ts'
import { boundsOf, type FilterTime, isWithinDays, type TimeRange, toTimeRange } from '#lib/list/time-range.ts'
import type { ChosenUnit } from '#lib/session/unit-filter.ts'

const VERDICTS_OR_NONE: readonly VerdictOrNone[] = [...VERDICTS, 'none']

/** ALARM-05. */
const STATES: Record<AlertTab, AlarmState[]> = { needs: ['open'], answering: ['claimed', 'arrived'] }

/** The orders that the service supports. */
export const SORTS = ['occurredAt', 'severity'] as const

/** Undefined means the default, so that a plain address stays plain. */
export type AlertSearch = ListSearch<(typeof SORTS)[number]> &
  TimeRange & {
    /** Undefined: all alerts. */
    tab?: AlertTab
    unread?: true
    /** `any`: archived or not, as in reports. */
    archived?: true | 'any'
    severities?: AlertSeverity[]
    activities?: Activity[]
    cameraIds?: string[]
    tagIds?: string[]
    shiftIds?: string[]
    /** Day or night; only links of reports use it, and the next two. */
    window?: AlertWindow
    verdicts?: VerdictOrNone[]
    /** Not seen by any care role. */
    unanswered?: true
    /** Alerts that a lost connection delayed for long. */
    late?: true
    /** One camera in links; parsed into `cameraIds`. */
    cameraId?: string
    /** Does not apply the user's default filter. */
    plain?: true
  }

/** Props of the controls above the list. */
export type FilterProps = { search: AlertSearch; onChange: (change: Partial<AlertSearch>) => void }

/** Longest time range with a shift: the contract's SHIFT_RANGE_MAX_DAYS. */
export const SHIFT_DAYS = 93
/** The maximum of a saved filter. */
const MOST_CAMERAS = 100
const MOST_ASSETS = 50

/** Parses an address that a person may have typed: drops invalid parts. */
export function toAlertSearch(raw: Record<string, unknown>): AlertSearch {
  const cameraIds = idsOf(raw.cameraIds ?? [raw.cameraId], MOST_CAMERAS)
  const tagIds = idsOf(raw.tagIds, MOST_ASSETS)
  const shiftIds = idsOf(raw.shiftIds, MOST_ASSETS)
  const severities = wordsOf(SEVERITIES, raw.severities)
  const verdicts = wordsOf(VERDICTS_OR_NONE, raw.verdicts)
  const time = toTimeRange(raw)
  const window = WINDOWS.find((one) => one === raw.window)
  const activities = wordsOf(ACTIVITIES, raw.activities)
  const tab = ALERT_TABS.find((one) => one === raw.tab)
  return {
    ...toListSearch({ text: raw.text, turned: raw.turned, sort: raw.sort, view: raw.view, page: raw.page }, SORTS),
    ...(tab && { tab }),
    ...(isTrue(raw.unread) && { unread: true }),
    ...(raw.archived === 'any' ? { archived: 'any' } : isTrue(raw.archived) && { archived: true }),
    ...(window && { window }),
    ...(verdicts && { verdicts }),
    ...(isTrue(raw.unanswered) && { unanswered: true }),
    ...(isTrue(raw.late) && { late: true }),
    ...(severities && { severities }),
    ...(activities && { activities }),
    ...(isWithinDays(time, shiftIds || window ? SHIFT_DAYS : Number.POSITIVE_INFINITY) && time),
    ...(cameraIds && { cameraIds }),
    ...(tagIds && { tagIds }),
    ...(shiftIds && { shiftIds }),
    ...(isTrue(raw.plain) && { plain: true }),
  }
}

/** `unitIds`: the shell's units filter; if empty, it filters nothing. */
export function toFilter(search: AlertSearch, unitIds: readonly string[], at: FilterTime): AlertFilter {
  return {
    archived: search.archived ?? false,
    ...(search.tab && { alarmStates: STATES[search.tab] }),
    ...(search.text && { text: search.text }),
    ...(search.unread && { hasRead: false }),
    ...(search.severities && { severities: search.severities }),
    ...(search.activities && { activities: search.activities }),
    ...(search.cameraIds && { cameraIds: search.cameraIds }),
    ...(search.tagIds && { tagIds: search.tagIds }),
    ...(search.shiftIds && { shiftIds: search.shiftIds }),
    ...(search.window && { window: search.window }),
    ...(search.verdicts && { verdicts: search.verdicts }),
    ...(search.unanswered && { isUnanswered: true }),
    ...(search.late && { isLate: true }),
    ...(unitIds.length > 0 && { unitIds: [...unitIds] }),
    ...boundsOf(search, at.now, at.timeZone),
  }
}

export type Raised = Extract<LiveEvent, { type: 'alert-raised' }>

/** Whether a new alert belongs in the list; `ask`: only the service knows its residents, its tags and the site's clock. */
export function belongsTo(event: Raised, search: AlertSearch, unitIds: readonly string[]): boolean | 'ask' {
  const isAmong = <T>(chosen: readonly T[] | undefined, value: T) => !chosen || chosen.includes(value)
  const isFitting =
    isAmong(unitIds.length > 0 ? unitIds : undefined, event.unitId ?? '') &&
    isAmong(search.cameraIds, event.cameraId ?? '') &&
    isAmong(search.severities, event.severity) &&
    isAmong(search.activities, event.activity) &&
    isAmong(search.verdicts, 'none') &&
    search.archived !== true &&
    !search.late &&
    !search.to
  if (!isFitting) return false
  // Cameras have tags; a hub's alert has none.
  if (search.tagIds && event.cameraId === null) return false
  return search.text || search.tagIds || search.shiftIds || search.window ? 'ask' : true
}

/** The list's own filter, for this alert only. */
export function promptAbout(event: Raised, search: AlertSearch, unitIds: readonly string[]): AlertFilter {
  const at = new Date(event.occurredAt)
  const { from: _, to: __, ...filter } = toFilter(search, unitIds, { now: at, timeZone: 'UTC' })
  return {
    ...filter,
    ...(event.cameraId !== null && { cameraIds: [event.cameraId] }),
    from: at.toISOString(),
    to: new Date(at.getTime() + 1).toISOString(),
  }
}

/** The list's parameters that an alert opened from it retains, for its neighbors and the link back. */
export function ofList({ cameraId: _, ...search }: AlertSearch): AlertSearch {
  return search
}

/** The content of a saved filter, with the units of the top bar. Drops a fixed time range: tomorrow it would be meaningless. */
export function toContent(search: AlertSearch, units: readonly ChosenUnit[]): SavedFilterContent {
  return {
    tab: search.tab ?? null,
    sort: search.sort ?? null,
    isTurned: search.turned ?? false,
    text: search.text ?? '',
    isUnread: search.unread ?? false,
    archived: search.archived ?? false,
    severities: search.severities ?? [],
    activities: search.activities ?? [],
    cameraIds: search.cameraIds ?? [],
    tagIds: search.tagIds ?? [],
    shiftIds: search.shiftIds ?? [],
    units: [...units],
    range: search.range ?? null,
    window: search.window ?? null,
    verdicts: search.verdicts ?? [],
    isUnanswered: search.unanswered ?? false,
    isLate: search.late ?? false,
  }
}

/** A filter without conditions. */
export const EMPTY: SavedFilterContent = toContent({}, [])

/** The address of a saved filter; sets every condition, so that previous ones are replaced. Tab and order stay unless it has its own. */
export function fromContent(content: SavedFilterContent): AlertSearch {
  const list = <T>(of: T[]) => (of.length > 0 ? of : undefined)
  return {
    ...(content.tab && { tab: content.tab }),
    ...((content.sort || content.isTurned) && {
      sort: content.sort ?? undefined,
      turned: content.isTurned || undefined,
    }),
    text: content.text || undefined,
    unread: content.isUnread || undefined,
    archived: content.archived || undefined,
    severities: list(content.severities),
    activities: list(content.activities),
    cameraIds: list(content.cameraIds),
    tagIds: list(content.tagIds),
    shiftIds: list(content.shiftIds),
    range: content.range ?? undefined,
    window: content.window ?? undefined,
    verdicts: list(content.verdicts),
    unanswered: content.isUnanswered || undefined,
    late: content.isLate || undefined,
    from: undefined,
    to: undefined,
  } as AlertSearch
}

/** Whether the list has exactly this saved filter. One without units matches any selected units. */
export function isInForce(
  { content }: Pick<SavedFilter, 'content'>,
  search: AlertSearch,
  units: readonly ChosenUnit[],
): boolean {
  const idsOfUnits = (of: readonly ChosenUnit[]) => of.map(({ id }) => id).toSorted()
  const hasItsUnits = content.units.length === 0 || idsOfUnits(content.units).join() === idsOfUnits(units).join()
  // What the filter leaves as it is counts as the same.
  const [shown, saved] = [search, { ...search, ...fromContent(content) }].map((each) =>
    JSON.stringify(toContent(each, [])),
  )
  return !search.from && hasItsUnits && shown === saved
}
