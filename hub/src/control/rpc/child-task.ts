/** A task in a process of its own: what hangs, crashes or eats memory there takes nothing else with it. */
import { fork } from 'node:child_process'
import type { HubError } from '@mimamori/contract/camera/hub-request.ts'
import { wordsOf } from '#platform/log.ts'
import { AnswerError, answerError } from './answer-error.ts'

/** What a child sends, once: what it found, or why not. */
type ChildTaskMessage<R> = { result: R } | { error: HubError }

type ChildTaskOptions = {
  /** The child is ended after this time, ms. */
  timeoutMs: number
  /** Of JavaScript's memory, in MB. */
  heapMb: number
  environment: Record<string, string | undefined>
  signal: AbortSignal
}

/** Threads that may block inside the video library. */
const THREADS = '6'

/** Runs `program` (a path) with `input`, which travels unseen by other users of the machine. Throws AnswerError. */
export async function runChildTask<R>(program: string, input: unknown, options: ChildTaskOptions): Promise<R> {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${options.heapMb}`],
    env: { ...options.environment, UV_THREADPOOL_SIZE: THREADS, MALLOC_ARENA_MAX: '2' },
  })
  const end = () => child.kill('SIGKILL')
  let timer: NodeJS.Timeout | undefined
  // The hub's own signal outlives every task.
  const over = new AbortController()
  try {
    const answer = await new Promise<ChildTaskMessage<R>>((resolve, reject) => {
      const lost = answerError('helper-lost')
      timer = setTimeout(() => reject(answerError('timeout')), options.timeoutMs)
      const stop = () => reject(answerError('stopping'))
      options.signal.addEventListener('abort', stop, { signal: over.signal })
      if (options.signal.aborted) stop()
      child.once('message', (message) => resolve(message as ChildTaskMessage<R>))
      child.once('error', () => reject(lost))
      child.once('exit', () => reject(lost))
      child.send({ input }, () => {})
    })
    if ('result' in answer) return answer.result
    throw new AnswerError(answer.error)
  } finally {
    clearTimeout(timer)
    over.abort()
    end()
  }
}

/**
 * The child's side: does the work with the input that comes, answers once, and waits to be ended. `isTaken`: takes what a
 * library throws outside of the work; false: the task fails.
 */
export function serveChildTask<I, R>(
  work: (input: I) => Promise<R>,
  errorOf: (thrown: unknown) => HubError | null,
  isTaken: (thrown: unknown) => boolean = () => false,
): void {
  const send = (message: ChildTaskMessage<R>) => process.send?.(message)
  const refuse = (thrown: unknown) =>
    send({ error: errorOf(thrown) ?? { code: 'failed', params: { detail: wordsOf(thrown) } } })
  // Libraries that stumble over what a device sends must not look like a crash.
  process.on('uncaughtException', (thrown) => isTaken(thrown) || refuse(thrown))
  // Threads that hang inside the video library would hold up an orderly exit for ever.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', ({ input }: { input: I }) => {
    work(input).then((result) => send({ result }), refuse)
  })
}
