/** Where toasts appear (GEN-07). */
import type { Direction } from '@mui/material/styles'
import { Toaster } from 'sonner'
import { TOAST_MS } from '#ui/toast.ts'
import css from './toasts.module.css'

export function Toasts({ direction }: { direction: Direction }) {
  return (
    <Toaster
      className={css.toasts}
      position="top-right"
      visibleToasts={5}
      duration={TOAST_MS}
      dir={direction}
      gap={8}
      offset={{ top: 76, right: 24 }}
      mobileOffset={{ top: 72, left: 12, right: 12 }}
      expand
    />
  )
}
