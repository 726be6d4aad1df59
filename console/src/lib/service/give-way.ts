/**
 * Requests that give way to a press on an alarm. Over HTTP/1.1 a browser opens six connections to a service, for all its
 * windows together: streams and slow answers can take them all, and the press would wait behind them.
 */
import { followStored, readStored, removeStored, writeStored } from '../browser/storage.ts'

/** A press that has no answer after this long may be one that waits for a connection. */
const PATIENCE_MS = 1_000
/** Others wait no longer than this: a press without an answer may have a reason that they cannot mend. */
const LONGEST_MS = 6_000
/** Tells other windows since when a press of this one waits, ms since the epoch. */
const KEY = 'press-waits'

const yielding = new Set<AbortController>()
let waitingPresses = 0
let gate: { opens: Promise<void>; open: () => void } | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Ends what gives way, in all windows of this browser, while `work` has no answer. */
export async function goFirst<T>(work: Promise<T>): Promise<T> {
  let isWaiting = false
  const patience = setTimeout(() => {
    isWaiting = true
    waitingPresses++
    writeStored(KEY, Date.now())
    makeWay()
  }, PATIENCE_MS)
  try {
    return await work
  } finally {
    clearTimeout(patience)
    if (isWaiting) {
      waitingPresses--
      removeStored(KEY)
      goOn()
    }
  }
}

/** Ends what gives way, and begins it again after `work`: for work that replaces the connections of this page. */
export async function holdingReads(work: () => Promise<void>): Promise<void> {
  makeWay()
  await work()
  if (waitingPresses === 0) goOn()
}

/** Does `work`, and does it again after a press if it was ended for one: only for work that changes nothing. */
export async function givingWay<T>(work: (signal: AbortSignal) => Promise<T>, ended?: AbortSignal): Promise<T> {
  for (;;) {
    await wayIsFree()
    const { line: turn, leave } = following(ended)
    const isDone = endForPress(turn)
    try {
      return await work(turn.signal)
    } catch (error) {
      if (!turn.signal.aborted || ended?.aborted) throw error
    } finally {
      isDone()
      leave()
    }
  }
}

/** A line that is aborted with `ended`, until `leave` is called. */
export function following(ended?: AbortSignal): { line: AbortController; leave: () => void } {
  const line = new AbortController()
  const end = () => line.abort(ended?.reason)
  if (ended?.aborted) end()
  ended?.addEventListener('abort', end)
  return { line, leave: () => ended?.removeEventListener('abort', end) }
}

/** Aborts `turn` when a press waits; until the answered function is called. */
export function endForPress(turn: AbortController): () => void {
  yielding.add(turn)
  return () => yielding.delete(turn)
}

/** Resolves when no press waits. */
export function wayIsFree(): Promise<void> {
  return gate?.opens ?? Promise.resolve()
}

/** Gives way to presses of other windows, too; runs until the answered function is called. */
export function followPresses(): () => void {
  return followStored(KEY, () => {
    const sinceMs = readStored(KEY, (value) => typeof value === 'number')
    if (sinceMs !== null && Math.abs(Date.now() - sinceMs) < LONGEST_MS) makeWay()
    else goOn()
  })
}

function makeWay(): void {
  clearTimeout(timer)
  timer = setTimeout(goOn, LONGEST_MS)
  if (!gate) {
    let open = () => {}
    const opens = new Promise<void>((resolve) => {
      open = resolve
    })
    gate = { opens, open }
  }
  for (const turn of yielding) turn.abort()
  yielding.clear()
}

function goOn(): void {
  clearTimeout(timer)
  gate?.open()
  gate = null
}
