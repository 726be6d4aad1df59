/** Short messages at the top right: at most 5, gone after 3 s, the same one never twice (GEN-07). */
import type { ReactNode } from 'react'
import { toast } from 'sonner'

type Action = { label: string; onClick: () => void }

export const TOAST_MS = 3000
/** With something to press it stays long enough to be read and reached. */
const TOAST_WITH_ACTION_MS = 8000

/** The text is the identity: a repeated message renews the one that is shown. */
export function notifySuccess(text: string, action?: Action): void {
  toast.success(text, options(text, action))
}

/** What a person did and what did not work: `errorTextNow(error)` is its usual text. */
export function notifyError(text: string, action?: Action): void {
  toast.error(text, options(text, action))
}

type News = Action & {
  /** A second, quieter line. */
  description?: string
  icon?: ReactNode
  /** What the news is about, when the text alone could be said of two things. */
  id?: string
}

/** News that nobody asked for. */
export function notifyInfo(text: string, news?: News): void {
  toast(text, { ...options(news?.id ?? text, news), description: news?.description, icon: news?.icon })
}

function options(id: string, action?: Action) {
  return { id, action, duration: action ? TOAST_WITH_ACTION_MS : TOAST_MS }
}
