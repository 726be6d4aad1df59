/** The mark of what only the PRO package opens: says so on hover and focus, and opens the upgrade prompt (NAV-11). */

import { Tooltip } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import css from './pro-badge.module.css'

const ProDialog = lazyPart(() => import('./pro-dialog.tsx'))

export function ProBadge() {
  const { t } = useTranslation('ui')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip describeChild title={`${t('pro-only')} ${t('pro-available')}`}>
        <button type="button" className={css.badge} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('pro')}
        </button>
      </Tooltip>
      {isOpen && (
        <LazyOverlay onFailed={() => setOpen(false)}>
          <ProDialog onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  )
}
