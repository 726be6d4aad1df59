/** Who is signed in, and the button of the account menu (NAV-06). */

import { IconButton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import css from './top-bar.module.css'

const load = () => import('./account-menu.tsx')
const AccountMenu = lazyPart(load)

export function AccountButton() {
  const { t } = useTranslation('app')
  const { firstName, lastName } = useUser()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isUsed, setUsed] = useState(false)
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        // On its way before the press.
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setUsed(true)
        }}
      >
        <span className={css.avatar}>{initials(firstName, lastName)}</span>
        <span className="visually-hidden">{t('account-menu')}</span>
      </IconButton>
      {isUsed && (
        <LazyOverlay
          onFailed={() => {
            setUsed(false)
            setAnchor(null)
          }}
        >
          <AccountMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyOverlay>
      )}
    </>
  )
}

/** `YS` for Yuki Sato; the family name's first character in Japanese, as 佐 for 由紀 佐藤. */
function initials(firstName: string, lastName: string): string {
  const isLatin = /^[ -\u024f]*$/.test(firstName + lastName)
  return isLatin ? `${firstName.at(0) ?? ''}${lastName.at(0) ?? ''}`.toUpperCase() : ([...lastName][0] ?? '')
}
