/** Limits the number of toasts to what can be read, and keeps the page fast during bursts (GEN-07). */
import type { ExternalToast, toast as Toast, ToastT } from 'sonner'
import { paced } from '#lib/list/paced.ts'

export const TOASTS_MAX = 5
/** Interval of toasts during a burst; the first appears at once. Every new toast moves the others. */
const PAUSE_MS = 500

type Options = ExternalToast & { id: string }
type Say = (text: string, options: Options) => void
/** `success` and `error` respond to a user's action, `news` are unrequested. */
export type ToastCrowd = { success: Say; error: Say; news: Say }

/** Order of removal: news first, then urgent news, last the responses to a user's action. */
function rankOf({ type, closeButton }: Pick<ToastT, 'type' | 'closeButton'>): number {
  if (type === 'success' || type === 'error') return 2
  return closeButton ? 1 : 0
}

/** For one place of toasts. A toast without room is not shown: lists, badge and pill also show its event. */
export function createToastCrowd(toast: typeof Toast): ToastCrowd {
  function makeRoom(id: string, rank: number): boolean {
    const standing = toast.getToasts().filter((other): other is ToastT => !('dismiss' in other) && other.id !== id)
    if (standing.length < TOASTS_MAX) return true
    const least = Math.min(...standing.map(rankOf))
    if (least > rank) return false
    toast.dismiss(standing.find((other) => rankOf(other) === least)!.id)
    return true
  }
  const waiting = new Map<string, { text: string; options: Options }>()
  const sayNews = paced(() => {
    const byRank = [...waiting.values()].sort((a, b) => rankOf(a.options) - rankOf(b.options))
    waiting.clear()
    for (const { text, options } of byRank.slice(-TOASTS_MAX)) {
      if (makeRoom(options.id, rankOf(options))) toast(text, options)
    }
  }, PAUSE_MS)
  return {
    success: (text, options) => {
      if (makeRoom(options.id, rankOf({ type: 'success' }))) toast.success(text, options)
    },
    error: (text, options) => {
      if (makeRoom(options.id, rankOf({ type: 'error' }))) toast.error(text, options)
    },
    news: (text, options) => {
      waiting.delete(options.id)
      waiting.set(options.id, { text, options })
      sayNews.call()
    },
  }
}
