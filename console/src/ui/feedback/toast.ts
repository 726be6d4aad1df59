/** Short messages at the top right: at most 5, gone after 3 s, the same one never twice (GEN-07). */
import type { ReactNode } from 'react'
import type { ToastCrowd } from './toast-crowd.ts'

type Action = { label: string; onClick: () => void }

export const TOAST_MS = 3000
/** With something to press it stays long enough to be read and reached. */
const TOAST_WITH_ACTION_MS = 8000
/** What somebody must act on is seen from across the room, and still makes way by itself. */
const URGENT_MS = 30_000

let place: ToastCrowd | null = null
const waiting: ((place: ToastCrowd) => void)[] = []

/** For the place where toasts appear, as soon as it stands: it is no part of the first download. */
export function openToasts(opened: ToastCrowd): void {
  place = opened
  for (const say of waiting.splice(0)) say(opened)
}

function whenOpen(say: (place: ToastCrowd) => void): void {
  if (place) say(place)
  else waiting.push(say)
}

/** The text is the identity: a repeated message renews the one that is shown. */
export function notifySuccess(text: string, action?: Action): void {
  whenOpen((place) => place.success(text, options(text, action)))
}

/** What a person did and what did not work: `errorTextNow(error)` is its usual text. */
export function notifyError(text: string, action?: Action): void {
  whenOpen((place) => place.error(text, options(text, action)))
}

type News = Action & {
  /** A second, quieter line. */
  description?: string
  icon?: ReactNode
  /** What the news is about, when the text alone could be said of two things. */
  id?: string
  /** Somebody must act: it stays for half a minute and can be closed by hand. */
  isUrgent?: boolean
}

/** News that nobody asked for. */
export function notifyInfo(text: string, news?: News): void {
  const { id = text, description, icon, isUrgent = false } = news ?? {}
  const urgent = isUrgent && { duration: URGENT_MS, closeButton: true }
  whenOpen((place) => place.news(text, { ...options(id, news), description, icon, ...urgent }))
}

function options(id: string, action?: Action) {
  return { id, action, duration: action ? TOAST_WITH_ACTION_MS : TOAST_MS }
}
