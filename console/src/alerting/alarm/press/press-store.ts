/** Where presses wait: each a record of its own in this browser, so that tabs never write over each other. ALARM-02. */
import { keepStored, readStored, removeStored, storedKeys, writeStored } from '#lib/browser/storage.ts'
import { isPress, type Press } from './press.ts'

const PREFIX = 'alarm-press:'

export type PressStore = {
  /** Everybody's, in the order in which they were pressed. */
  all: () => Press[]
  put: (press: Press) => void
  remove: (press: Press) => void
}

/** What the browser refuses to store is held by the page alone. */
export function createPressStore(): PressStore {
  const unstored = new Map<string, Press>()
  return {
    all: () => {
      const stored = storedKeys(PREFIX).flatMap((key) => readStored(key, isPress) ?? [])
      return [...stored, ...unstored.values()].toSorted((a, b) => a.pressedAtMs - b.pressedAtMs)
    },
    put: (press) => {
      unstored.delete(press.requestId)
      // Until then it lives for a moment alone.
      if (press.hasWaited) keepStored()
      if (!writeStored(keyOf(press), press)) unstored.set(press.requestId, { ...press, isUnsaved: true })
    },
    remove: (press) => {
      unstored.delete(press.requestId)
      removeStored(keyOf(press))
    },
  }
}

function keyOf({ requestId }: Press): string {
  return PREFIX + requestId
}
