/** One worker process as its parent sees it: started, spoken to, watched, ended. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { WorkerLossCause } from '@mimamori/contract/fleet/worker-loss.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { FromWorker, ToWorker, WorkerSetup } from '../worker-message.ts'
import type { MemoryWatch } from './memory-watch.ts'

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** Each camera may block this many threads: decoding, scaling, and a file. */
const THREADS_PER_CAMERA = 3
/** Minimum time for a new process's first heartbeat: loading is slow where all start at once. */
const FIRST_SIGN_MS = 30_000
/**
 * What a worker needs stays what it holds. Frames are made and dropped all the time: a small nursery of V8 is searched more
 * often, at no more CPU, and is 36 MB smaller. glibc would keep freed frames between what still lives, 130 MB after four
 * minutes; from this size on memory is the system's again as soon as it is freed.
 */
const NURSERY = '--max-semi-space-size=4'
const OWN_MAPPING_BYTES = 128 * 1024
/** What lies in its channel is read within this time. */
const UNREAD_MS = 1000
/** A worker that lost its orderly end gets this long, ms. */
const STOP_MS = 3000

type WorkerWatch = {
  clock: Clock
  /** Time without a heartbeat after which the process hangs. */
  silenceMs: number
  memory: MemoryWatch
  environment: Record<string, string | undefined>
  onMessage: (message: FromWorker) => void
  /** Once; null when it was asked to stop. */
  onGone: (end: WorkerEnd | null) => void
}
/** Why a worker ended that was not asked to. `words`: for the log. */
export type WorkerEnd = { cause: WorkerLossCause; words: string }

export class WorkerProcess {
  #child: ChildProcess
  #watch: WorkerWatch
  #cancelSilence: Cancel = () => {}
  #cancelStop: Cancel = () => {}
  #ended: WorkerEnd | null = null
  #isStopping = false
  #gone: Promise<void>

  constructor(setup: WorkerSetup, cameraCount: number, watch: WorkerWatch) {
    this.#watch = watch
    this.#child = fork(PROGRAM, [JSON.stringify(setup)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [NURSERY],
      env: {
        ...watch.environment,
        UV_THREADPOOL_SIZE: String(THREADS_PER_CAMERA * (cameraCount + 1)),
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: String(OWN_MAPPING_BYTES),
      },
    })
    this.#child.on('message', (message) => this.#hear(message as FromWorker))
    this.#child.on('error', (error) => this.#end('ended', error.message))
    this.#gone = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        this.#cancelSilence()
        this.#cancelStop()
        resolve()
        const byItself = { cause: 'ended', words: `it ended by itself (${signal ?? `code ${code}`})` } as const
        watch.onGone(this.#isStopping ? null : (this.#ended ?? byItself))
      })
    })
    this.#expectHeartbeat(Math.max(FIRST_SIGN_MS, watch.silenceMs))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(message: ToWorker): void {
    // A dying child has no channel any more; 'exit' reports its end.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Ends it at once, as if it had crashed. */
  kill(cause: WorkerLossCause, words: string): void {
    this.#end(cause, words)
  }

  /** Lets it finish its files, then makes sure that it is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.send({ type: 'stop' })
    this.#cancelStop = this.#watch.clock.after(STOP_MS, () => this.#end('ended', 'it did not stop in time'))
    await this.#gone
  }

  #hear(message: FromWorker): void {
    // Whatever it says is a sign of life: one that hangs before its first heartbeat is not waited for as one that starts.
    this.#expectHeartbeat()
    if (message.type === 'stopped') this.#end('ended', 'stopped')
    if (message.type === 'heartbeat') {
      const { clock } = this.#watch
      const isConfirmed = clock.isConfirmed ?? false
      this.send({ type: 'clock', nowMs: clock.now(), sentAtMs: message.sentAtMs, isConfirmed })
      if (this.#watch.memory.isTooMuch(message.rssBytes, performance.now())) {
        this.#end('memory', `it used ${Math.round(message.rssBytes / 1e6)} MB of memory`)
      }
    }
    this.#watch.onMessage(message)
  }

  #expectHeartbeat(withinMs = this.#watch.silenceMs): void {
    this.#cancelSilence()
    const { clock } = this.#watch
    const dueAtMs = clock.monotonicMs() + withinMs
    this.#cancelSilence = clock.after(withinMs, () => {
      // The hub itself was stopped: so were its workers, and they have as much to catch up on.
      if (clock.monotonicMs() - dueAtMs > UNREAD_MS) return this.#expectHeartbeat()
      // What the worker sent meanwhile may not be read yet.
      this.#cancelSilence = clock.after(UNREAD_MS, () => this.#end('silent', 'it gave no sign of life'))
    })
  }

  #end(cause: WorkerLossCause, words: string): void {
    this.#ended ??= { cause, words }
    this.#child.kill('SIGKILL')
  }
}
