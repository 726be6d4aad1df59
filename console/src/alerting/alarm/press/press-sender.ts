/** Sends presses in order, from one window at a time, until each has an answer. ALARM-02. */
import type { ChangedAlarms } from '@mimamori/contract/alerting/alarm.ts'
import { OFFLINE_PRESS_MAX_MS } from '@mimamori/contract/shared/alarm-state.ts'
import { ApiError } from '#lib/service/api.ts'
import type { Ended, Press } from './press.ts'
import type { PressStore } from './press-store.ts'

type Options = {
  store: PressStore
  send: (press: Press) => Promise<ChangedAlarms>
  /** Runs the work while no other window of this browser runs it. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** The service's clock, as far as known. */
  nowMs: () => number
  isOwn: (press: Press) => boolean
  onEnded: (ended: Ended) => void
  /** A press was added or removed, or waits. */
  onChange: () => void
}

/** Time without an answer after which a press is shown as waiting. */
const PATIENCE_MS = 2500

/** `flush` returns whether none of the user's own presses waits any more. */
export function createPressSender(options: Options) {
  const { store, alone, isOwn, onChange } = options
  const put = (press: Press) => {
    store.put(press)
    onChange()
  }
  const end = (ended: Ended) => {
    store.remove(ended.press)
    onChange()
    options.onEnded(ended)
  }
  const flush = async (): Promise<boolean> => {
    await alone(() => sendAll(options, { put, end }))
    return !store.all().some(isOwn)
  }
  return { put, flush }
}

type Changes = { put: (press: Press) => void; end: (ended: Ended) => void }

async function sendAll({ store, send, nowMs, isOwn }: Options, { put, end }: Changes): Promise<void> {
  // Rooms whose press got a service error: their next presses wait.
  const held = new Set<string>()
  let isOutOfReach = false
  for (const found of store.all()) {
    const isTooOld = nowMs() - found.pressedAtMs > OFFLINE_PRESS_MAX_MS
    if (!isOwn(found)) {
      if (isTooOld) store.remove(found)
      continue
    }
    if (isTooOld) {
      end({ press: found, as: 'too-old' })
      continue
    }
    let press = found
    const wait = () => {
      if (press.hasWaited) return
      press = { ...press, hasWaited: true }
      put(press)
    }
    if (isOutOfReach || held.has(found.room)) {
      wait()
      continue
    }
    const timer = setTimeout(wait, PATIENCE_MS)
    try {
      end({ press, as: 'answered', alarms: (await send(press)).records })
    } catch (error) {
      const became = becameOf(error)
      if (became === 'refused') {
        const { key, message } = error as ApiError
        end({ press, as: 'refused', key, message })
      } else {
        wait()
        held.add(press.room)
        isOutOfReach = became === 'out-of-reach'
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** `problem`: an error of this press only; the others may succeed. */
function becameOf(error: unknown): 'refused' | 'problem' | 'out-of-reach' {
  if (!(error instanceof ApiError)) return 'out-of-reach'
  if (error.status === 500) return 'problem'
  const mayComeYet = error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status)
  return mayComeYet ? 'out-of-reach' : 'refused'
}
