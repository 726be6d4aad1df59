/** One worker process as its parent sees it: started, spoken to, watched, ended. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { FromWorker, ToWorker, WorkerSetup } from './worker-message.ts'

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** Each camera may block this many threads: decoding, scaling, and a file. */
const THREADS_PER_CAMERA = 3
/** Minimum time for a new process's first heartbeat: loading is slow where all start at once. */
const FIRST_SIGN_MS = 30_000
/** As in main.ts. */
const HEAP_GROWTH = '--heap-growing-percent=300'
/** A worker that lost its orderly end gets this long, ms. */
const STOP_MS = 3000

type WorkerWatch = {
  clock: Clock
  /** Time without a heartbeat after which the process hangs. */
  silenceMs: number
  rssMaxBytes: number
  environment: Record<string, string | undefined>
  onMessage: (message: FromWorker) => void
  /** Once, with the reason in words; null when it was asked to stop. */
  onGone: (reason: string | null) => void
}

export class WorkerProcess {
  #child: ChildProcess
  #watch: WorkerWatch
  #cancelSilence: Cancel = () => {}
  #cancelStop: Cancel = () => {}
  #endReason: string | null = null
  #isStopping = false
  #gone: Promise<void>

  constructor(setup: WorkerSetup, cameraCount: number, watch: WorkerWatch) {
    this.#watch = watch
    this.#child = fork(PROGRAM, [JSON.stringify(setup)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [HEAP_GROWTH],
      env: {
        ...watch.environment,
        UV_THREADPOOL_SIZE: String(THREADS_PER_CAMERA * (cameraCount + 1)),
        MALLOC_ARENA_MAX: '2',
      },
    })
    this.#child.on('message', (message) => this.#hear(message as FromWorker))
    this.#child.on('error', (error) => this.#end(error.message))
    this.#gone = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        this.#cancelSilence()
        this.#cancelStop()
        resolve()
        const reason = this.#endReason ?? `it ended by itself (${signal ?? `code ${code}`})`
        watch.onGone(this.#isStopping ? null : reason)
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

  /** Ends it at once, as if it had crashed for `reason`. */
  kill(reason: string): void {
    this.#end(reason)
  }

  /** Lets it finish its files, then makes sure that it is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.send({ type: 'stop' })
    this.#cancelStop = this.#watch.clock.after(STOP_MS, () => this.#end('it did not stop in time'))
    await this.#gone
  }

  #hear(message: FromWorker): void {
    // Whatever it says is a sign of life: one that hangs before its first heartbeat is not waited for as one that starts.
    this.#expectHeartbeat()
    if (message.type === 'stopped') this.#end('stopped')
    if (message.type === 'heartbeat') {
      this.send({ type: 'clock', nowMs: this.#watch.clock.now(), sentAtMs: message.sentAtMs })
      if (message.rssBytes > this.#watch.rssMaxBytes) {
        this.#end(`it used ${Math.round(message.rssBytes / 1e6)} MB of memory`)
      }
    }
    this.#watch.onMessage(message)
  }

  #expectHeartbeat(withinMs = this.#watch.silenceMs): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#watch.clock.after(withinMs, () => this.#end('it gave no sign of life'))
  }

  #end(reason: string): void {
    this.#endReason ??= reason
    this.#child.kill('SIGKILL')
  }
}
