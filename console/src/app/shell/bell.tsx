/** The bell: how many alerts wait, the way to them, and the latest of them in a popup that loads on first use (NAV-05). */
import { IconButton } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#lib/browser/i18n.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { badgeText } from '../unread.ts'
import css from './bell.module.css'

const NotificationPopup = lazy(async () => {
  const [popup] = await Promise.all([
    import('#console/alerting/notification/notification-popup.tsx'),
    loadTexts('notification'),
  ])
  return popup
})

export function Bell({ unread }: { unread: number }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const number = badgeText(unread)
  // What is seen is part of the name, so that it can be said to the machine (WCAG 2.5.3).
  const label = unread > 0 ? t('unread-alerts', { count: unread, number }) : t('notifications')
  const open = () => {
    if (unread > 0) void navigate({ to: '/app/alerts/list', search: { unread: true } })
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        data-tip={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        className={css.bell}
      >
        <BellIcon size={22} />
        {unread > 0 && (
          <span className={css.badge} aria-hidden>
            {number}
          </span>
        )}
      </IconButton>
      {isOpen && (
        <LazyOverlay onFailed={close}>
          <NotificationPopup anchor={button.current} onClose={close} />
        </LazyOverlay>
      )}
    </>
  )
}
