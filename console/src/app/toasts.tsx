/** Where toasts appear (GEN-07). */
import type { Direction } from '@mui/material/styles'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'
import { openToasts, TOAST_MS } from '#ui/feedback/toast.ts'
import { createToastCrowd, TOASTS_MAX } from '#ui/feedback/toast-crowd.ts'
import css from './toasts.module.css'

/** Below the actions in the page's head (page-header.tsx); without one below the top bar. */
const BELOW_HEAD = 'calc(var(--page-head-end, 64px) + 8px)'

export function Toasts({ direction }: { direction: Direction }) {
  const { t } = useTranslation(['app', 'ui'])
  // Runs after the place below listens.
  useEffect(() => openToasts(createToastCrowd(toast)), [])
  return (
    <Toaster
      className={css.toasts}
      position="top-right"
      visibleToasts={TOASTS_MAX}
      duration={TOAST_MS}
      dir={direction}
      gap={8}
      offset={{ top: BELOW_HEAD, right: 24 }}
      mobileOffset={{ top: BELOW_HEAD, left: 12, right: 12 }}
      toastOptions={{ closeButtonAriaLabel: t('ui.close') }}
      expand
    />
  )
}
