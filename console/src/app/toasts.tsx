/** Where toasts appear (GEN-07). */
import type { Direction } from '@mui/material/styles'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast, useSonner } from 'sonner'
import { openToasts, TOAST_MS } from '#ui/feedback/toast.ts'
import { createToastCrowd, TOASTS_MAX } from '#ui/feedback/toast-crowd.ts'
import { type Band, placeToasts } from '#ui/feedback/toast-place.ts'
import css from './toasts.module.css'

/** A dialog may open under a toast, grow, or close. */
const LOOK_EVERY_MS = 150
const BELOW_HEAD_PX = 8
/** Head of a page without one of its own: the top bar. */
const HEAD_END_PX = 64
const BARS = '#shell-top, [data-holds-actions], main button'
/** While a dialog is open, nothing below it can be pressed. */
const IN_DIALOG = ['button', 'label', 'input:not([type="hidden"])', 'textarea', '[role="combobox"]']
  .map((each) => `[aria-modal="true"] ${each}`)
  .join()

export function Toasts({ direction }: { direction: Direction }) {
  const { t } = useTranslation(['app', 'ui'])
  const { topPx, count } = usePlace()
  // Runs after the place below listens.
  useEffect(() => openToasts(createToastCrowd(toast)), [])
  return (
    <Toaster
      className={css.toasts}
      position="top-right"
      visibleToasts={count}
      duration={TOAST_MS}
      dir={direction}
      gap={8}
      offset={{ top: topPx, right: 'max(24px, env(safe-area-inset-right))' }}
      mobileOffset={{ top: topPx, left: 12, right: 12 }}
      toastOptions={{ closeButtonAriaLabel: t('ui.close') }}
      expand
    />
  )
}

/** Below the actions in the page's head (page-header.tsx), and never over what somebody may be about to press. */
function usePlace() {
  const [place, setPlace] = useState({ topPx: HEAD_END_PX + BELOW_HEAD_PX, count: TOASTS_MAX })
  const { toasts } = useSonner()
  useLayoutEffect(() => {
    if (toasts.length === 0) return
    const look = () => {
      const next = findPlace()
      if (next) setPlace((now) => (now.topPx === next.topPx && now.count === next.count ? now : next))
    }
    look()
    // The newest toast is drawn after this.
    const frame = requestAnimationFrame(look)
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearInterval(timer)
    }
  }, [toasts])
  return place
}

function findPlace() {
  const list = document.querySelector('[data-sonner-toaster]')
  const standing = [...(list?.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-removed="true"])') ?? [])]
  if (!list || standing.length === 0) return null
  const { left, right } = list.getBoundingClientRect()
  const controls = document.querySelectorAll(IN_DIALOG)
  const taken = [...(controls.length > 0 ? controls : document.querySelectorAll(BARS))].map((each) =>
    each.getBoundingClientRect(),
  )
  const isBeside = (box: DOMRect) => box.height === 0 || box.right <= left || box.left >= right
  const headEndPx = Number.parseFloat(document.documentElement.style.getPropertyValue('--page-head-end')) || HEAD_END_PX
  return placeToasts(
    {
      topPx: headEndPx + BELOW_HEAD_PX,
      heightsPx: standing.slice(0, TOASTS_MAX).map((each) => each.offsetHeight),
      windowPx: innerHeight,
    },
    taken.filter((box) => !isBeside(box)).map((box): Band => ({ topPx: box.top, bottomPx: box.bottom })),
  )
}
