/** The filter chips of the cameras list. */
import { useTranslation } from 'react-i18next'
import { FilterChip } from '#ui/filter-bar.tsx'
import { CAMERA_STATUSES, type CameraSearch } from './camera-search.ts'

type Props = { search: CameraSearch; onChange: (change: Partial<CameraSearch>) => void }

export function CameraFilters({ search, onChange }: Props) {
  const { t: word } = useTranslation('word')
  return CAMERA_STATUSES.map((status) => (
    <FilterChip
      key={status}
      label={word(`status-${status}`)}
      on={search.status === status}
      onClick={() => onChange({ status: search.status === status ? undefined : status })}
    />
  ))
}
