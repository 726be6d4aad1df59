/** How a list is drawn: which columns, how dense. Remembered per list in this browser; its menu is loaded when it is opened. */
import { IconButton } from '@mui/material'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import type { ListMenuProps } from './list-menu-items.tsx'

const ListMenuItems = lazyPart(() => import('./list-menu-items.tsx'))

export function ListMenu(props: ListMenuProps) {
  const { t } = useTranslation('ui')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        aria-label={t('list-settings')}
        data-tip={t('list-settings')}
        aria-haspopup="menu"
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        <SlidersHorizontal size={20} />
      </IconButton>
      {anchor && (
        <LazyOverlay onFailed={() => setAnchor(null)}>
          <ListMenuItems {...props} anchor={anchor} isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  )
}
