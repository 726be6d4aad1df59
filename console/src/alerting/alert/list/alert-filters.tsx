/** The filters of the alerts list: every choice is said on its chip and saved in the address. ALERT-02. */
import { ACTIVITIES, SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { useTranslation } from 'react-i18next'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { AssetPick } from '#shared/asset-pick.tsx'
import { CameraPick } from '#shared/camera-pick.tsx'
import { ChoiceChip } from '#ui/list/filter/choice-chip.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { TimeRangeField } from '#ui/list/filter/time-range-field.tsx'
import { SavedFilters } from './alert-saved-filters.tsx'
import { type AlertSearch, type FilterProps, SHIFT_DAYS } from './alert-search.ts'

export function AlertFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  return (
    <>
      <SavedFilters search={search} onChange={onChange} />
      <TimeRangeField
        value={search}
        onChange={onChange}
        {...(search.shiftIds && { anyLabel: t('shift-range', { days: SHIFT_DAYS }), maxDays: SHIFT_DAYS })}
      />
      <ChoiceChip
        label={t('severity')}
        options={SEVERITIES.map((severity) => ({ value: severity, label: word(`severity-${severity}`) }))}
        chosen={search.severities}
        onChange={(severities) => onChange({ severities })}
      />
      <ChoiceChip
        label={t('activity')}
        options={ACTIVITIES.map((code) => ({ value: code, label: word(`app-${code}`) }))}
        chosen={search.activities}
        onChange={(activities) => onChange({ activities })}
      />
      <NamedFilters search={search} onChange={onChange} />
      <FilterChip
        label={t('only-unseen')}
        on={search.unread === true}
        onClick={() => onChange({ unread: search.unread ? undefined : true })}
      />
      <FilterChip
        label={t(search.archived === 'any' ? 'archived-too' : 'archived')}
        on={search.archived !== undefined}
        onClick={() => onChange({ archived: search.archived ? undefined : true })}
      />
      <ReportFilters search={search} onChange={onChange} />
    </>
  )
}

/** What only numbers of a report, and the bar, narrow by: they lead here, so each can be lifted and none is offered. */
function ReportFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const { t: alarm } = useTranslation('alarm')
  const { window, verdicts, unanswered, late } = search
  const lift = (change: Partial<AlertSearch>) => () => onChange(change)
  return (
    <>
      {window && <FilterChip label={t(`window-${window}`)} on onClick={lift({ window: undefined })} />}
      {verdicts && (
        <FilterChip
          label={`${t('verdict')}: ${verdicts.map((one) => t(`judged-${one}`)).join(', ')}`}
          on
          onClick={lift({ verdicts: undefined })}
        />
      )}
      {late && <FilterChip label={alarm('late-chip')} on onClick={lift({ late: undefined })} />}
      {unanswered && <FilterChip label={t('unanswered')} on onClick={lift({ unanswered: undefined })} />}
    </>
  )
}

/** What the site itself names: cameras, tags, shifts. */
function NamedFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const unitIds = useUnitIds()
  return (
    <>
      <CameraPick
        label={t('camera')}
        unitIds={unitIds}
        chosen={search.cameraIds}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
      <AssetPick label={t('tag')} type="TAG" chosen={search.tagIds} onChange={(tagIds) => onChange({ tagIds })} />
      <AssetPick
        label={t('shift')}
        type="SHIFT"
        chosen={search.shiftIds}
        onChange={(shiftIds) => onChange({ shiftIds, ...(shiftIds && withoutLongRange(search)) })}
      />
    </>
  )
}

/** A longer range than a shift can be asked for gives way to it. */
function withoutLongRange({ from, to }: AlertSearch): Partial<AlertSearch> {
  const isTooLong = from && to && Date.parse(to) - Date.parse(from) > SHIFT_DAYS * 86_400_000
  return isTooLong ? ({ from: undefined, to: undefined } as Partial<AlertSearch>) : {}
}

/** What the list begins with: alarms that need an answer with the most urgent. */
export const firstSort = ({ tab }: AlertSearch) => (tab === 'needs' ? 'severity' : 'occurredAt')

/** Newest, oldest or most urgent first, for cards: a table has it in its headings. */
export function AlertOrder({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const value = (search.sort ?? firstSort(search)) === 'severity' ? 'severity' : search.turned ? 'oldest' : 'newest'
  const order = (next: typeof value) => {
    const sort = next === 'severity' ? 'severity' : 'occurredAt'
    const change = { sort: sort === firstSort(search) ? undefined : sort, turned: next === 'oldest' || undefined }
    onChange(change as Partial<AlertSearch>)
  }
  return (
    <PlainSelect
      label={t('order')}
      value={value}
      options={(['newest', 'oldest', 'severity'] as const).map((one) => ({ value: one, label: t(`sort-${one}`) }))}
      onChange={order}
    />
  )
}
