/** Questions and warnings above every page. What shows one may be drawn before the shell is, or outlive it. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '#lib/store.ts'

const place = createStore<HTMLElement | null>(() => null)

/** Their place in the shell. */
export function ServiceNotices() {
  return <div ref={place.set} />
}

/** In place of the page, while something has to be done first. */
const gate = createStore<HTMLElement | null>(() => null)
export function GatePlace() {
  return <div ref={gate.set} />
}

/** Shows its children in place of the page. */
export function InGate({ children }: { children: ReactNode }) {
  const element = gate.use()
  return element && createPortal(children, element)
}

/** Shows its children there, as soon as a shell is drawn; nowhere on a page without one. */
export function ServiceNotice({ children }: { children: ReactNode }) {
  const element = place.use()
  return element && createPortal(children, element)
}
