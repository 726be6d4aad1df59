/** The bar at the top: logo, units filter, manual, language, alerts, account (NAV-03). */
import { IconButton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Logo } from '#ui/feedback/logo.tsx'
import type { Waiting } from '../unread.ts'
import { AccountButton } from './account-button.tsx'
import { Bell } from './bell.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ManualLink } from './manual-link.tsx'
import css from './top-bar.module.css'
import { UnitFilter } from './units/unit-filter.tsx'

type Props = {
  waiting: Waiting
  hasLogo: boolean
  /** Given where the navigation hides in a drawer. */
  onMenu?: () => void
}

export function TopBar({ waiting, hasLogo, onMenu }: Props) {
  const { t } = useTranslation('app')
  return (
    <header className={css.bar}>
      {onMenu && (
        <IconButton aria-label={t('open-menu')} onClick={onMenu} edge="start">
          <MenuIcon size={22} />
        </IconButton>
      )}
      {hasLogo && (
        <Link to="/app" className={css.logo} aria-label="Mimamori">
          <Logo />
          <span className={css.name}>Mimamori</span>
        </Link>
      )}
      <UnitFilter />
      <span className={css.space} />
      <ManualLink />
      <LanguageMenu />
      <Bell waiting={waiting} />
      <AccountButton />
    </header>
  )
}
