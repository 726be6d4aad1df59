/** The navigation below the large breakpoint: slides in from the side, closes on choice. */
import { Drawer } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { Logo } from '#ui/layout/logo.tsx'
import css from './nav-drawer.module.css'
import { NavGroups } from './nav-groups.tsx'

type Props = { open: boolean; unread: number; onClose: () => void }

export function NavDrawer({ open, unread, onClose }: Props) {
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
      <NavGroups unread={unread} onChoose={onClose} />
    </Drawer>
  )
}
