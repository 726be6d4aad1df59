/** Short messages at the top right: at most 5, shown for 3 s, never twice the same (GEN-07). */
import type { ReactNode } from 'react'
import type { ToastCrowd } from './toast-crowd.ts'

type Action = { label: string; onClick: () => void }

export const TOAST_MS = 3000
/** A toast with a button stays long enough to be read and pressed. */
const TOAST_WITH_ACTION_MS = 8000
/** Urgent news can be read from across the room, and still disappears by itself. */
const URGENT_MS = 30_000

let place: ToastCrowd | null = null
const waiting: ((place: ToastCrowd) => void)[] = []

/** Registers the place where toasts appear once it is mounted: it is not in the initial download. */
export function openToasts(opened: ToastCrowd): void {
  place = opened
  for (const say of waiting.splice(0)) say(opened)
}

function whenOpen(say: (place: ToastCrowd) => void): void {
  if (place) say(place)
  else waiting.push(say)
}

/** The text is the identity: a repeated message renews the visible one. */
export function notifySuccess(text: string, action?: Action): void {
  whenOpen((place) => place.success(text, options(text, action)))
}

/** For a failed action of the user: `errorTextNow(error)` is its usual text. */
export function notifyError(text: string, action?: Action): void {
  whenOpen((place) => place.error(text, options(text, action)))
}

type News = Action & {
  /** A second, less prominent line. */
  description?: string
  icon?: ReactNode
  /** Subject of the news, if different subjects can have the same text. */
  id?: string
  /** Requires action: it stays for half a minute and can be closed. */
  isUrgent?: boolean
}

/** Unrequested news. */
export function notifyInfo(text: string, news?: News): void {
  const { id = text, description, icon, isUrgent = false } = news ?? {}
  const urgent = isUrgent && { duration: URGENT_MS, closeButton: true }
  whenOpen((place) => place.news(text, { ...options(id, news), description, icon, ...urgent }))
}

function options(id: string, action?: Action) {
  return { id, action, duration: action ? TOAST_WITH_ACTION_MS : TOAST_MS }
}
