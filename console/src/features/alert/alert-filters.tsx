/** The filters of the alerts list: every choice is said on its chip and kept in the address. ALERT-02. */
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access.ts'
import { findAssets, findCameras, useAssetNames, useCameraNames } from '#lib/named-choices.ts'
import { useUser } from '#lib/session.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { ChoiceChip } from '#ui/choice-chip.tsx'
import { FilterChip } from '#ui/filter-bar.tsx'
import { PickChip } from '#ui/pick-chip.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import { TimeRangeField } from '#ui/time-range-field.tsx'
import { SavedFilters } from './alert-saved-filters.tsx'
import { ACTIVITIES, ALERT_SEVERITIES, type AlertSearch, type FilterProps, SHIFT_DAYS } from './alert-search.ts'

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
        options={ALERT_SEVERITIES.map((severity) => ({ value: severity, label: word(`severity-${severity}`) }))}
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

/** What only numbers of a report are narrowed by: they lead here, so each can be lifted and none is offered. */
function ReportFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const { window, verdicts, unanswered } = search
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
      {unanswered && <FilterChip label={t('unanswered')} on onClick={lift({ unanswered: undefined })} />}
    </>
  )
}

/** What the site itself names: cameras, tags, shifts; for those who may see them. */
function NamedFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const { role } = useUser()
  const unitIds = useUnitIds()
  const mayPick = mayCall(role, 'camera.search') && mayCall(role, 'asset.search')
  const cameras = useCameraNames(search.cameraIds, mayPick)
  const tags = useAssetNames('TAG', search.tagIds, mayPick)
  const shifts = useAssetNames('SHIFT', search.shiftIds, mayPick)
  if (!mayPick) return null
  return (
    <>
      <PickChip
        label={t('camera')}
        queryKey={['camera', 'pick', unitIds]}
        find={(text, signal) => findCameras(text, unitIds, signal)}
        chosen={search.cameraIds}
        named={cameras}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
      <PickChip
        label={t('tag')}
        queryKey={['asset', 'pick', 'TAG']}
        find={(text, signal) => findAssets('TAG', text, signal)}
        chosen={search.tagIds}
        named={tags}
        onChange={(tagIds) => onChange({ tagIds })}
      />
      <PickChip
        label={t('shift')}
        queryKey={['asset', 'pick', 'SHIFT']}
        find={(text, signal) => findAssets('SHIFT', text, signal)}
        chosen={search.shiftIds}
        named={shifts}
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

/** Newest or oldest first, for cards: a table has it in the heading of its time. */
export function AlertOrder({ isTurned, onTurn }: { isTurned: boolean; onTurn: () => void }) {
  const { t } = useTranslation('alert')
  return (
    <PlainSelect
      label={t('order')}
      value={isTurned ? 'oldest' : 'newest'}
      options={[
        { value: 'newest', label: t('sort-newest') },
        { value: 'oldest', label: t('sort-oldest') },
      ]}
      onChange={onTurn}
    />
  )
}
