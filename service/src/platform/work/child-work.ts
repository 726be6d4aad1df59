/**
 * Runs one task in a separate process, for untrusted bytes: a hang, crash or memory exhaustion there affects nothing
 * else.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** A message of the child: its progress, and finally its result or an error. */
type ChildWord<R> = { progressPercent: number } | { result: R } | { refused: string }

type ChildWorkOptions = {
  /** Arguments of the program. */
  args?: readonly string[]
  /** The child is ended after this time, ms. */
  timeoutMs: number
  /** Limit of JavaScript's memory, in MB. */
  heapMb: number
  /** Limit of its total memory, in MB; checked if the system reports it (Linux). */
  residentMb: number
  /** Priority of the process, as for `nice`: 0 is the same as this one, 19 is lowest. */
  niceness?: number
  signal: AbortSignal
  onProgress?: (percent: number) => void
}

/**
 * `reason`: an error reported by the child; `timeout`, `memory` and `crashed` are detected by the parent; `stopped`: by
 * `signal`.
 */
export class ChildError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The work of a child process ended without a result: ${reason}.`)
    this.name = 'ChildError'
    this.reason = reason
  }
}

const WATCH_MS = 50
const PAGE_BYTES = 4096
const MB = 1024 * 1024

/**
 * Runs the module at `program` with `input`, which may still be loading while the process starts: its errors are
 * rethrown unchanged. The process does not inherit the environment. Throws ChildError.
 */
export async function runChild<R>(program: string, input: unknown, options: ChildWorkOptions): Promise<R> {
  const { args = [], timeoutMs, heapMb, residentMb, niceness, signal, onProgress } = options
  const ready = Promise.resolve(input)
  // Whatever ends the work first, a later error of the input must not be unhandled.
  ready.catch(() => {})
  if (signal.aborted) throw new ChildError('stopped')
  const child = fork(program, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: { MALLOC_ARENA_MAX: '2' },
  })
  if (niceness && child.pid) setPriority(child.pid, niceness)
  const timers: NodeJS.Timeout[] = []
  let stop: (() => void) | undefined
  try {
    return await new Promise<R>((resolve, reject) => {
      const end = (reason: string) => reject(new ChildError(reason))
      stop = () => end('stopped')
      signal.addEventListener('abort', stop, { once: true })
      timers.push(setTimeout(() => end('timeout'), timeoutMs))
      timers.push(setInterval(() => void isTooLarge(child, residentMb).then((is) => is && end('memory')), WATCH_MS))
      child.on('message', (word: ChildWord<R>) => {
        if ('progressPercent' in word) onProgress?.(word.progressPercent)
        else if ('result' in word) resolve(word.result)
        else end(word.refused)
      })
      child.once('error', () => end('crashed'))
      child.once('exit', () => end('crashed'))
      ready.then((input) => child.send({ input }, () => {}), reject)
    })
  } finally {
    for (const timer of timers) clearInterval(timer)
    if (stop) signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

async function isTooLarge({ pid }: ChildProcess, residentMb: number): Promise<boolean> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => 0,
  )
  return pages * PAGE_BYTES > residentMb * MB
}

/** The child's side: runs the work with the received input, sends its result, and waits to be ended. */
export function serveChild<I, R>(
  work: (input: I, onProgress: (percent: number) => void) => Promise<R>,
  reasonOf: (error: unknown) => string,
): void {
  const say = (word: ChildWord<R>) => process.send?.(word)
  const refuse = (error: unknown) => say({ refused: reasonOf(error) })
  process.on('uncaughtException', refuse)
  // Threads that hang inside the video library would block an orderly exit forever.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', ({ input }: { input: I }) => {
    work(input, (percent) => say({ progressPercent: percent })).then((result) => say({ result }), refuse)
  })
}
