/** Which cameras the wall shows: by unit, tag and name, or one by one. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { AssetPick } from '#shared/asset-pick.tsx'
import { CameraPick } from '#shared/camera-pick.tsx'
import { findUnits } from '#shared/named-choices.ts'
import { FilterBar } from '#ui/list/filter/filter-bar.tsx'
import { PickChip } from '#ui/list/filter/pick-chip.tsx'
import { SearchBox } from '#ui/list/filter/search-box.tsx'
import { useUnitNames, useWallUnits } from './wall-cameras.ts'
import type { WallSearch } from './wall-search.ts'

type Props = { search: WallSearch; onChange: (change: Partial<WallSearch>) => void; end: ReactNode }

export function WallFilters({ search, onChange, end }: Props) {
  const { t } = useTranslation('wall')
  const { role } = useUser()
  const mayUnit = mayCall(role, 'unit.search')
  const units = useUnitNames(mayUnit ? search.unitIds : undefined)
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
      <AssetPick label={t('tag')} type="TAG" chosen={search.tagIds} onChange={(tagIds) => onChange({ tagIds })} />
      <CameraPick
        label={t('camera')}
        unitIds={unitIds}
        chosen={search.cameraIds}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
    </FilterBar>
  )
}
