/** Narrows every page to some units (NAV-03, NAV-04): a button that says which, and a list to choose from, which is loaded when it is opened. */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitFilter } from '#lib/session/unit-filter.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import css from './unit-filter.module.css'

const UnitPopover = lazyPart(() => import('./unit-popover.tsx'))

export function UnitFilter() {
  const { t } = useTranslation('app')
  const { role } = useUser()
  const isOutside = useIsOutside()
  const chosen = useUnitFilter()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  // Outside of a site there is nothing that units could narrow.
  if (isOutside || !mayCall(role, 'unit.search')) return null
  const [first, ...others] = chosen
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={css.label}>{t('units')}</span>
        {first ? <span className={css.chip}>{first.name}</span> : <span className={css.all}>{t('all-units')}</span>}
        {others.length > 0 && <span className={css.more}>{t('more-units', { more: others.length })}</span>}
        <ChevronDown size={18} aria-hidden className={css.arrow} />
      </button>
      {anchor && (
        <LazyOverlay onFailed={close}>
          <UnitPopover anchor={anchor} onClose={close} />
        </LazyOverlay>
      )}
    </>
  )
}
