/** The navigation below the large breakpoint: slides in from the side, closes on choice. */
import { Drawer } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { Waiting } from '#app/unread.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import css from './nav-groups.module.css'
import { NavGroups } from './nav-groups.tsx'

type Props = { open: boolean; waiting: Waiting; onClose: () => void }

export default function NavDrawer({ open, waiting, onClose }: Props) {
  const { t } = useTranslation('app')
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { className: css.paper, 'aria-label': t('main-navigation') } }}
    >
      <div className={css.head}>
        <Logo /> Mimamori
      </div>
      <NavGroups waiting={waiting} onChoose={onClose} />
    </Drawer>
  )
}
