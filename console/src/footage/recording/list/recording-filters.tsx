/** The filters of the recordings list: every choice is said on its chip and saved in the address. REC-01. */
import { useTranslation } from 'react-i18next'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { AssetPick } from '#shared/asset-pick.tsx'
import { CameraPick } from '#shared/camera-pick.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { TimeRangeField } from '#ui/list/filter/time-range-field.tsx'
import type { RecordingSearch } from './recording-search.ts'

type Props = { search: RecordingSearch; onChange: (change: Partial<RecordingSearch>) => void }

export function RecordingFilters({ search, onChange }: Props) {
  const { t } = useTranslation('recording')
  const unitIds = useUnitIds()
  return (
    <>
      <TimeRangeField value={search} onChange={onChange} />
      <CameraPick
        label={t('camera')}
        unitIds={unitIds}
        chosen={search.cameraIds}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
      <AssetPick label={t('tag')} type="TAG" chosen={search.tagIds} onChange={(tagIds) => onChange({ tagIds })} />
      <FilterChip
        label={t('archived')}
        on={search.archived === true}
        onClick={() => onChange({ archived: search.archived ? undefined : true })}
      />
    </>
  )
}
