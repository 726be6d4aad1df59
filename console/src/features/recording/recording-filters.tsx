/** The filters of the recordings list: every choice is said on its chip and kept in the address. REC-01. */
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access.ts'
import { findAssets, findCameras, useAssetNames, useCameraNames } from '#lib/named-choices.ts'
import { useUser } from '#lib/session.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { FilterChip } from '#ui/filter-bar.tsx'
import { PickChip } from '#ui/pick-chip.tsx'
import { TimeRangeField } from '#ui/time-range-field.tsx'
import type { RecordingSearch } from './recording-search.ts'

type Props = { search: RecordingSearch; onChange: (change: Partial<RecordingSearch>) => void }

export function RecordingFilters({ search, onChange }: Props) {
  const { t } = useTranslation('recording')
  return (
    <>
      <TimeRangeField value={search} onChange={onChange} />
      <NamedFilters search={search} onChange={onChange} />
      <FilterChip
        label={t('archived')}
        on={search.archived === true}
        onClick={() => onChange({ archived: search.archived ? undefined : true })}
      />
    </>
  )
}

/** What the site itself names: cameras and tags, for those who may see them. */
function NamedFilters({ search, onChange }: Props) {
  const { t } = useTranslation('recording')
  const { role } = useUser()
  const unitIds = useUnitIds()
  const mayPick = mayCall(role, 'camera.search') && mayCall(role, 'asset.search')
  const cameras = useCameraNames(search.cameraIds, mayPick)
  const tags = useAssetNames('TAG', search.tagIds, mayPick)
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
    </>
  )
}
