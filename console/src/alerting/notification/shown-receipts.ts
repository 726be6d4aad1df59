/** Which push messages were shown, saved over the worker's many short lives: the browser's cache serves as a list. */
import { openCache } from '#lib/browser/without-tls.ts'
import type { Browser } from './push-worker.ts'

const NAME = 'shown-messages'
/** The oldest are forgotten first; the service repeats a message within minutes. */
const REMEMBERED = 200

export const shownReceipts: Browser['shown'] = {
  has: async (receipt) => {
    const list = await openCache(NAME)
    return (await list?.match(keyOf(receipt))) !== undefined
  },
  add: async (receipt) => {
    const list = await openCache(NAME)
    if (!list) return
    await list.put(keyOf(receipt), new Response())
    const keys = await list.keys()
    for (const old of keys.slice(0, -REMEMBERED)) await list.delete(old)
  },
}

function keyOf(receipt: string): string {
  return `/shown/${encodeURIComponent(receipt)}`
}
