/** The saved filters of the alerts list: a chip that names the one in force, and the list of them behind it. ALERT-03. */

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUnitFilter } from '#lib/session/unit-filter.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { useSavedFilters } from './alert-filter-queries.ts'
import { type FilterProps, isInForce } from './alert-search.ts'

const SavedFilterMenu = lazyPart(async () => {
  const [menu] = await Promise.all([import('./saved-filter-menu.tsx'), loadTexts('alert')])
  return menu
})

export function SavedFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('alert')
  const { data = [] } = useSavedFilters()
  const units = useUnitFilter()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const inForce = data.find((filter) => isInForce(filter, search, units))
  const close = () => setAnchor(null)
  return (
    <>
      <FilterChip label={inForce?.name ?? t('saved-filters')} on={inForce !== undefined} opens onClick={setAnchor} />
      {anchor && (
        <LazyOverlay onFailed={close}>
          <SavedFilterMenu search={search} onChange={onChange} anchor={anchor} onClose={close} />
        </LazyOverlay>
      )}
    </>
  )
}
