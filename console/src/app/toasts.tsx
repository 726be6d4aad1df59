/** Where toasts appear (GEN-07). */
import type { Direction } from '@mui/material/styles'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'
import { openToasts, TOAST_MS } from '#ui/toast.ts'
import { createToastCrowd, TOASTS_MAX } from '#ui/toast-crowd.ts'
import css from './toasts.module.css'

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
      offset={{ top: 76, right: 24 }}
      mobileOffset={{ top: 72, left: 12, right: 12 }}
      toastOptions={{ closeButtonAriaLabel: t('ui.close') }}
      expand
    />
  )
}
