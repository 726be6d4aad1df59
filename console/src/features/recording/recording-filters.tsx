/** The filters of the recordings list: every choice is said on its chip and kept in the address. REC-01. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { RANGES, type Range } from '#lib/time-range.ts'
import { FilterChip } from '#ui/filter-bar.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import type { RecordingSearch } from './recording-search.ts'

type Props = { search: RecordingSearch; onChange: (change: Partial<RecordingSearch>) => void }

export function RecordingFilters({ search, onChange }: Props) {
  const { t } = useTranslation('recording')
  return (
    <>
      <PlainSelect<Range | ''>
        label={t('range')}
        value={search.range ?? ''}
        options={[
          { value: '', label: t('range-any') },
          ...RANGES.map((range) => ({ value: range, label: t(`range-${range}`) })),
        ]}
        onChange={(range) => onChange({ range: range === '' ? undefined : range, from: undefined, to: undefined })}
      />
      <CameraSelect cameraId={search.cameraId} onChange={(cameraId) => onChange({ cameraId })} />
      <FilterChip
        label={t('archived')}
        on={search.archived === true}
        onClick={() => onChange({ archived: search.archived ? undefined : true })}
      />
    </>
  )
}

const CAMERAS_MAX = 100

function CameraSelect({ cameraId, onChange }: { cameraId?: string; onChange: (cameraId?: string) => void }) {
  const { t } = useTranslation('recording')
  const { data } = useQuery({
    queryKey: ['camera', 'names'],
    queryFn: ({ signal }) =>
      call(
        'camera.search',
        { query: { pageSize: CAMERAS_MAX, sortColumn: 'name', sortAscending: true }, body: {} },
        signal,
      ),
  })
  const cameras = data?.records ?? []
  if (cameras.length === 0 && !cameraId) return null
  return (
    <PlainSelect
      label={t('camera')}
      value={cameraId ?? ''}
      options={[{ value: '', label: t('any-camera') }, ...cameras.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}
