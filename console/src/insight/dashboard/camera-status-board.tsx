/** How many cameras are in each status; each line leads to the cameras behind it. */

import type { CameraStatus } from '@mimamori/contract/camera/camera.ts'
import { CAMERA_STATUSES } from '@mimamori/contract/camera/camera-lists.ts'
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '#ui/layout/status-dot.tsx'
import { Board } from './board.tsx'
import css from './camera-status-board.module.css'
import { type Scope, useStatusCounts } from './dashboard-queries.ts'

const DOT = { Online: 'online', Offline: 'offline', Inactive: 'inactive', Disabled: 'disabled' } as const

export function CameraStatusBoard({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation('dashboard')
  const { t: word } = useTranslation('word')
  const counts = useStatusCounts(scope)
  const total = (of: Record<CameraStatus, number>) => CAMERA_STATUSES.reduce((sum, status) => sum + of[status], 0)
  const title = (of: Record<CameraStatus, number>) => {
    const all = total(of)
    if (all === 0) return t('no-cameras')
    return of.Online === all
      ? t('all-cameras-online', { total: all })
      : t('cameras-online', { online: of.Online, total: all })
  }
  return (
    <Board query={counts} title={title} waitingTitle={t('cameras')} to="/app/cameras/list">
      {(of) => (
        <>
          <div className={css.bar} aria-hidden>
            {CAMERA_STATUSES.map((status) => (
              <span key={status} data-status={status} style={{ flexGrow: of[status] }} />
            ))}
          </div>
          <ul>
            {CAMERA_STATUSES.map((status) => (
              <li key={status}>
                <Link to="/app/cameras/list" search={{ status: [status] }} className={css.row}>
                  <StatusDot status={DOT[status]} word={word(`status-${status}`)} />
                  <b className={css.count}>{numberText(of[status], i18n.language)}</b>
                  <ChevronRight size={16} aria-hidden className={css.arrow} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Board>
  )
}
