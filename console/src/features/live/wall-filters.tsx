/** Which cameras the wall shows: by unit, tag and name, or one by one. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access.ts'
import { findAssets, findCameras, useAssetNames, useCameraNames } from '#lib/named-choices.ts'
import { useUser } from '#lib/session.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { PickChip } from '#ui/pick-chip.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { findUnits, useUnitNames, useWallUnits } from './wall-cameras.ts'
import type { WallSearch } from './wall-search.ts'

type Props = { search: WallSearch; onChange: (change: Partial<WallSearch>) => void; end: ReactNode }

export function WallFilters({ search, onChange, end }: Props) {
  const { t } = useTranslation('wall')
  const { role } = useUser()
  const mayTag = mayCall(role, 'asset.search')
  const mayUnit = mayCall(role, 'unit.search')
  const units = useUnitNames(mayUnit ? search.unitIds : undefined)
  const tags = useAssetNames('TAG', search.tagIds, mayTag)
  const cameras = useCameraNames(search.cameraIds, true)
  const unitIds = useWallUnits(search)
  return (
    <FilterBar
      end={end}
      search={<SearchBox label={t('search')} text={search.text ?? ''} onChange={(text) => onChange({ text })} />}
    >
      {mayUnit && (
        <PickChip
          label={t('unit')}
          queryKey={['unit', 'pick', 'wall']}
          find={findUnits}
          chosen={search.unitIds}
          named={units}
          onChange={(unitIds) => onChange({ unitIds })}
        />
      )}
      {mayTag && (
        <PickChip
          label={t('tag')}
          queryKey={['asset', 'pick', 'TAG']}
          find={(text, signal) => findAssets('TAG', text, signal)}
          chosen={search.tagIds}
          named={tags}
          onChange={(tagIds) => onChange({ tagIds })}
        />
      )}
      <PickChip
        label={t('camera')}
        queryKey={['camera', 'pick', unitIds]}
        find={(text, signal) => findCameras(text, unitIds, signal)}
        chosen={search.cameraIds}
        named={cameras}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
    </FilterBar>
  )
}
