/** New rows of a list that somebody reads: shown by themselves, or announced until they are asked for. None is lost between. */
import { paced } from '../list/paced.ts'

export type NewsOf<T> = {
  /** Whether rows may move: the reader looks at the head of the list and points nowhere in it. */
  isPolite: () => boolean
  /** Whether the rows that stand there have it already. */
  isShown: (one: T) => boolean
  /** Ends when the rows have all that was raised before it began; fails when they did not come. */
  refresh: () => Promise<unknown>
  /** How many are announced; none: the list is no longer held. */
  onCount: (count: number) => void
}

export type News<T> = {
  come: (one: T) => void
  /** All that was announced, and all that waits. */
  show: () => void
  /** Whether rows are missing: announced, or not placed yet. */
  isBehind: () => boolean
  stop: () => void
}

/** Minimum interval of list requests during a burst of alerts, so that an answer stays on screen. */
const PAUSE_MS = 500
/** Rows that take longer are announced meanwhile. */
const PATIENCE_MS = 20_000

/**
 * While an answer is on its way nobody can say what the rows will have. So what comes then is judged after it, and a list
 * begins to be held only by rows that are up to date.
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
