/** The bell: how many alarms wait, quietly whether something is unread, the way to them, and the latest of them in a popup that loads on first use (NAV-05). */

import { IconButton } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { badgeText, countOf, type Waiting } from '../unread.ts'
import css from './bell.module.css'

const NotificationPopup = lazyPart(async () => {
  const [popup] = await Promise.all([
    import('#console/alerting/notification/notification-popup.tsx'),
    loadTexts('notification'),
  ])
  return popup
})

export function Bell({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { unread } = waiting
  const alarms = waiting.alarms ?? 0
  const count = countOf(waiting)
  const words = [
    alarms > 0 && t('alarms-waiting', { count: alarms, number: badgeText(alarms) }),
    unread > 0 && t('unread-alerts', { count: unread, number: badgeText(unread) }),
  ].filter(Boolean)
  // What is seen is part of the name, so that it can be said to the machine (WCAG 2.5.3).
  const label = words.length > 0 ? words.join(', ') : t('notifications')
  const open = () => {
    if (alarms > 0) void navigate({ to: '/app/alerts/list', search: { tab: 'needs' } })
    else if (unread > 0) void navigate({ to: '/app/alerts/list', search: { unread: true } })
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
        {count > 0 && (
          <span className={css.badge} aria-hidden>
            {badgeText(count)}
          </span>
        )}
        {count === 0 && unread > 0 && <span className={css.dot} />}
      </IconButton>
      {isOpen && (
        <LazyOverlay onFailed={close}>
          <NotificationPopup anchor={button.current} onClose={close} />
        </LazyOverlay>
      )}
    </>
  )
}
