/** Sessions that a person left while the service was away: their tokens are stored to be ended, and for nothing else. AUTH-12. */
import { calls } from 'virtual:calls'
import { readStored, removeStored, writeStored } from '../browser/storage.ts'

const KEY = 'sessions-to-end'
const MOST = 20
const AGAIN_MS = 15_000

const isTokens = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((token) => typeof token === 'string')

function waiting(): string[] {
  return readStored(KEY, isTokens) ?? []
}

/** Whether a session still waits for its end. */
export function hasSessionToEnd(): boolean {
  return waiting().length > 0
}

/** False where the browser stores nothing. */
export function keepToEnd(token: string): boolean {
  return writeStored(KEY, [...waiting(), token].slice(-MOST))
}

/** Asks the service to end each of them. Answers whether none is left. */
async function endWaiting(): Promise<boolean> {
  for (const token of waiting()) {
    if (!(await isEnded(token))) continue
    const left = waiting().filter((one) => one !== token)
    if (left.length > 0) writeStored(KEY, left)
    else removeStored(KEY)
  }
  return !hasSessionToEnd()
}

/** 401: it had ended. Any other error may be that of a proxy or of the moment. */
async function isEnded(token: string): Promise<boolean> {
  const [method, path] = calls['session.logout']!
  try {
    const headers = { 'X-AuthToken': token, 'Content-Type': 'application/json' }
    const answer = await fetch(`/api/${path.replace(/^\//, '')}`, { method, headers, body: '{}' })
    return answer.ok || answer.status === 401
  } catch {
    return false
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Tries now, when the browser is online again, and every 15 s until none is left; then `onDone` is called. */
export function endWhenReachable(onDone: () => void): void {
  const attempt = () => {
    clearTimeout(timer)
    void endWaiting().then((isDone) => {
      if (!isDone) {
        timer = setTimeout(attempt, AGAIN_MS)
        return
      }
      removeEventListener('online', attempt)
      onDone()
    })
  }
  addEventListener('online', attempt)
  attempt()
}
