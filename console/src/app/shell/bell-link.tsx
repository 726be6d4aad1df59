/** The bell: how many alerts wait, and the way to them (NAV-05). */
import { IconButton, Tooltip } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { badgeText } from '../unread.ts'
import css from './bell-link.module.css'

export function BellLink({ unread }: { unread: number }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const label = unread > 0 ? t('unread-alerts', { count: unread }) : t('notifications')
  const open = () => navigate({ to: '/app/alerts/list', search: unread > 0 ? { unread: true } : {} })
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={open} className={css.bell}>
        <Bell size={22} />
        {unread > 0 && <span className={css.badge}>{badgeText(unread)}</span>}
      </IconButton>
    </Tooltip>
  )
}
