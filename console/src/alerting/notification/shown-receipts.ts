/** Which push messages were shown, saved over the worker's many short lives: the browser's cache serves as a list. */
import type { Browser } from './push-worker.ts'

const NAME = 'shown-messages'
/** The oldest are forgotten first; the service repeats a message within minutes. */
const REMEMBERED = 200

export const shownReceipts: Browser['shown'] = {
  has: async (receipt) => {
    const list = await open()
    return (await list?.match(keyOf(receipt))) !== undefined
  },
  add: async (receipt) => {
    const list = await open()
    if (!list) return
    await list.put(keyOf(receipt), new Response())
    const keys = await list.keys()
    for (const old of keys.slice(0, -REMEMBERED)) await list.delete(old)
  },
}

function keyOf(receipt: string): string {
  return `/shown/${encodeURIComponent(receipt)}`
}

/** Null where the browser keeps nothing, as on a full disk. */
function open(): Promise<Cache | null> {
  return caches.open(NAME).catch(() => null)
}
