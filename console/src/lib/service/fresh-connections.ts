/** Replaces connections that died without a word: the browser keeps them for its next requests, which then hang. */
import { following, holdingReads } from './give-way.ts'

/** What a browser opens to one service over HTTP/1.1. */
const PER_SERVICE = 6
/** A connection that brings no answer to a small request within this time counts as dead. */
const ANSWER_MS = 1_000
/** Once connections were found dead, a change that has no answer after this long counts as lost with one of them. */
const CHANGE_MS = 10_000

/** Changes without an answer: how to end each, and when it began, by `performance.now()`. */
const changes = new Map<() => void, number>()

/** Does `work`, and ends it with `lost` where its connection died: what it changes may have been changed. */
export async function untilDead<T>(
  work: (signal: AbortSignal) => Promise<T>,
  lost: Error,
  ended?: AbortSignal,
): Promise<T> {
  const { line, leave } = following(ended)
  const lose = () => line.abort(lost)
  changes.set(lose, performance.now())
  try {
    return await work(line.signal)
  } finally {
    changes.delete(lose)
    leave()
  }
}

/**
 * Ends the reads in flight, and sends a small request over each connection that may be idle: an aborted request closes its
 * connection. Takes as long as one answer where all connections live, and a second where one is dead. Never rejects.
 */
export function replaceDeadConnections(): Promise<void> {
  return holdingReads(async () => {
    const goOn = holdImages()
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), ANSWER_MS)
    const probe = () =>
      fetch('/', { method: 'HEAD', cache: 'no-store', signal: patience.signal }).catch(() => undefined)
    await Promise.all(Array.from({ length: PER_SERVICE }, probe))
    clearTimeout(timer)
    if (patience.signal.aborted) endOldChanges()
    goOn()
  })
}

/** Those in flight: connections died, and theirs may be one of them. */
function endOldChanges(): void {
  for (const [lose, sinceMs] of changes) setTimeout(lose, CHANGE_MS - (performance.now() - sinceMs))
}

/** An image that is loading keeps its connection, however long it is dead: its request ends, and begins again. */
function holdImages(): () => void {
  const loading = [...document.images].filter(({ complete }) => !complete)
  const held = loading.map((image) => ({ image, src: image.getAttribute('src') }))
  for (const { image } of held) image.removeAttribute('src')
  return () => {
    // The page may have drawn another one meanwhile.
    for (const { image, src } of held) if (src && !image.hasAttribute('src')) image.setAttribute('src', src)
  }
}
