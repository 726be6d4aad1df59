/** The shell's own keys: `?` shows all shortcuts, `g a` goes to the alerts, `g h` to the handover, Ctrl or Cmd with K finds a page, `/` focuses the search, j and k walk a list, x chooses. */

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadTexts } from '#lib/browser/i18n.ts'
import { useKeys } from '#lib/browser/use-keys.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { mayAnswer } from '#shared/open-alarms.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const Shortcuts = lazyPart(async () => {
  const [list] = await Promise.all([import('./shortcuts.tsx'), loadTexts('shortcut')])
  return list
})
const Palette = lazyPart(async () => {
  const [palette] = await Promise.all([import('./palette.tsx'), loadTexts('shortcut')])
  return palette
})

type Overlay = 'shortcuts' | 'palette' | null
let show: (overlay: Overlay) => void = () => undefined

/** From the user menu. */
export function openShortcuts(): void {
  show('shortcuts')
}

export function Keyboard() {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const navigate = useNavigate()
  const isAnswerer = mayAnswer(useUser())
  useKeys({
    'g a': () => void navigate({ to: '/app/alerts/list', search: isAnswerer ? { tab: 'needs' } : {} }),
    'g h': () => void navigate({ to: '/app/handover' }),
    'g r': () => void navigate({ to: '/app/rooms' }),
    'g d': () => void navigate({ to: '/app/dashboard' }),
    'g c': () => void navigate({ to: '/app/cameras/list' }),
  })
  useEffect(() => {
    show = setOverlay
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return setOverlay('palette')
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') setOverlay('shortcuts')
      if (event.key === '/' && focusSearch()) event.preventDefault()
      if (event.key === 'j') walk(1)
      if (event.key === 'k') walk(-1)
      if (event.key === 'x' || event.key === 'X') choose(event.shiftKey)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const close = () => setOverlay(null)
  if (!overlay) return null
  return (
    <LazyOverlay key={overlay} onFailed={close}>
      {overlay === 'shortcuts' ? <Shortcuts onClose={close} /> : <Palette onClose={close} />}
    </LazyOverlay>
  )
}

/** Letters typed into a field are text, not commands. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  )
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}

/** Moves the focus to the link of the next or previous record; Enter then opens it as it opens any link. */
function walk(step: 1 | -1): void {
  const place = document.querySelector('[role="dialog"]') ?? document.querySelector('main')
  const rows = [...(place?.querySelectorAll(':is(tbody tr, ul > li)') ?? [])]
  const records = rows.filter((row) => row.querySelector('a[href]'))
  const at = records.findIndex((record) => record.contains(document.activeElement))
  const next = records[at === -1 ? (step === 1 ? 0 : records.length - 1) : at + step]
  next?.querySelector<HTMLElement>('a[href]')?.focus()
}

/** Ticks the record that has the focus, as a click on its box does; with shift everything from the last one on. */
function choose(reaches: boolean): void {
  const record = document.activeElement?.closest('main :is(tbody tr, ul > li)')
  const box = record?.querySelector('input.check')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: reaches }))
}
