/** New rows of a list that a user reads: shown automatically, or announced until requested. None is lost in between. */
import { paced } from '../list/paced.ts'

export type NewsOf<T> = {
  /** Whether rows may move: the user is at the top of the list and does not point at it. */
  isPolite: () => boolean
  /** Whether the shown rows already contain it. */
  isShown: (one: T) => boolean
  /** Resolves when the rows include everything raised before the call; rejects on an error. */
  refresh: () => Promise<unknown>
  /** Number of announced rows; 0: the list is no longer frozen. */
  onCount: (count: number) => void
}

export type News<T> = {
  come: (one: T) => void
  /** Shows everything that is announced or pending. */
  show: () => void
  /** Whether rows are missing: announced, or not processed yet. */
  isBehind: () => boolean
  stop: () => void
}

/** Minimum interval of list requests during a burst of alerts, so that an answer stays on screen. */
const PAUSE_MS = 500
/** Rows that take longer are announced meanwhile. */
const PATIENCE_MS = 20_000

/**
 * During a request it is unknown which rows the response will have. So events are checked after it, and a list is
 * frozen only with up-to-date rows.
 */
export function createNews<T>({ isPolite, isShown, refresh, onCount }: NewsOf<T>): News<T> {
  let waiting: T[] = []
  let count = 0
  let asking = 0
  let isOver = false

  const setCount = (next: number) => {
    if (next === count) return
    count = next
    onCount(count)
  }
  const show = async () => {
    const missing = count + waiting.length
    waiting = []
    asking++
    setCount(0)
    const isCome = await inTime(refresh())
    asking--
    if (isOver) return
    if (!isCome) setCount(count + missing)
    place()
  }
  const asked = paced(() => place(show), PAUSE_MS)
  const place = (whenPolite: () => void = asked.call) => {
    if (asking > 0) return
    waiting = waiting.filter((one) => !isShown(one))
    if (waiting.length === 0) return
    if (isPolite()) return whenPolite()
    setCount(count + waiting.length)
    waiting = []
  }
  return {
    come: (one) => {
      waiting.push(one)
      place()
    },
    show: () => void show(),
    isBehind: () => count + waiting.length > 0,
    stop: () => {
      isOver = true
      asked.stop()
    },
  }
}

function inTime(work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
