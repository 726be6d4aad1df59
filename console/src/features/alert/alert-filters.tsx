/** The filters of the alerts list: every choice is said on its chip and kept in the address. ALERT-02. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access.ts'
import { call } from '#lib/api.ts'
import { useUser } from '#lib/session.ts'
import { RANGES, type Range } from '#lib/time-range.ts'
import { ChoiceChip } from '#ui/choice-chip.tsx'
import { FilterChip } from '#ui/filter-bar.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import { ACTIVITIES, ALERT_SEVERITIES, type AlertSearch } from './alert-search.ts'

type Props = { search: AlertSearch; onChange: (change: Partial<AlertSearch>) => void }

export function AlertFilters({ search, onChange }: Props) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  return (
    <>
      <PlainSelect<Range | ''>
        label={t('range')}
        value={search.range ?? ''}
        options={[
          { value: '', label: t('range-any') },
          ...RANGES.map((range) => ({ value: range, label: t(`range-${range}`) })),
        ]}
        onChange={(range) => onChange({ range: range === '' ? undefined : range })}
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
      {search.cameraId && <CameraChip cameraId={search.cameraId} onLift={() => onChange({ cameraId: undefined })} />}
      <FilterChip
        label={t('only-unseen')}
        on={search.unread === true}
        onClick={() => onChange({ unread: search.unread ? undefined : true })}
      />
      <FilterChip
        label={t('archived')}
        on={search.archived === true}
        onClick={() => onChange({ archived: search.archived ? undefined : true })}
      />
    </>
  )
}

function CameraChip({ cameraId, onLift }: { cameraId: string; onLift: () => void }) {
  const { t } = useTranslation('alert')
  const { role } = useUser()
  const { data } = useQuery({
    queryKey: ['camera', 'one', cameraId],
    queryFn: ({ signal }) => call('camera.get', { params: { id: cameraId } }, signal),
    enabled: mayCall(role, 'camera.get'),
  })
  const label = data ? `${t('camera')}: ${data.name}` : t('one-camera')
  return <FilterChip label={label} on onClick={onLift} onClear={onLift} />
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
