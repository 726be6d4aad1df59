// A program that the launcher keeps running: its output goes to a log file, and a crash is followed by a new start.
import { type ChildProcess, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as wait } from 'node:timers/promises'
import type { LogFile } from './log-file.ts'
import { END_WITH_PARENT } from './program.ts'

const STEADY_AFTER_MS = 10_000
const LONGEST_DELAY_MS = 10_000
/** Crashes in a row that are followed by a start at once. */
const AT_ONCE = 2
/** A program that ends so asks to be started again: the hub, when the console restarts it. */
const START_AGAIN_CODE = 75

/** How to run a child, and its listeners. `wait` and `nowMs` are handed in so that tests pass the time. */
type ChildSettings = {
  title: string
  program: string
  args?: string[]
  /** Node's own, before the program. */
  flags?: readonly string[]
  /** Asked for at each start. */
  env: () => Record<string, string | undefined>
  cwd: string
  log: LogFile
  say: (line: string) => void
  /** A crash before this many milliseconds counts as one more in a row. */
  steadyAfterMs?: number
  nowMs?: () => number
  wait?: (delayMs: number, options: { signal: AbortSignal }) => Promise<unknown>
}

/** Milliseconds before the next start: none for the first two crashes in a row, then 500, doubled, at most 10,000. */
export function restartDelayMs(crashesInARow: number): number {
  if (crashesInARow <= AT_ONCE) return 0
  return Math.min(500 * 2 ** (crashesInARow - AT_ONCE - 1), LONGEST_DELAY_MS)
}

/** Keeps one program running until stop() is called. */
export class Child {
  readonly #settings: ChildSettings
  readonly #stopping = new AbortController()
  #process: ChildProcess | undefined
  #crashes = 0
  #isRestart = false
  #hasGivenUp = false

  constructor(settings: ChildSettings) {
    this.#settings = settings
  }

  /** The process id, or undefined between a crash and the next start. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** True when it last ended by itself with an exit code, and not by a signal. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp
  }

  /** How often it ended in a row without having run steadily. */
  get crashes(): number {
    return this.#crashes
  }

  start(): void {
    const { program, args = [], flags = [], env, cwd, log, nowMs = () => performance.now() } = this.#settings
    const startedAtMs = nowMs()
    // Its own process group: a Ctrl-C in the terminal reaches the launcher alone, which stops the children in order.
    const child = spawn(process.execPath, [...flags, '--import', END_WITH_PARENT, program, ...args], {
      cwd,
      env: env(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    for (const stream of [child.stdout!, child.stderr!]) {
      const decoder = new StringDecoder('utf8')
      stream.on('data', (chunk: Buffer) => log.write(decoder.write(chunk)))
    }
    child.once('error', (error) => log.write(`${error.message}\n`))
    // Not 'close': what it started and left behind may hold its output for ever.
    child.once('exit', (code, signal) => {
      endGroup(child.pid!)
      this.#process = undefined
      this.#hasGivenUp = code !== null && code !== START_AGAIN_CODE
      if (code === START_AGAIN_CODE) this.#isRestart = true
      if (!this.#stopping.signal.aborted) void this.#restart(signal ?? `code ${code}`, nowMs() - startedAtMs)
    })
  }

  /** Ends it and starts it again at once, for new settings in its environment. */
  restart(): void {
    this.#isRestart = true
    this.#process?.kill('SIGTERM')
  }

  /** Asks it to end (SIGTERM) and ends it by force after `graceMs`; resolves when it is gone. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort()
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(force)
  }

  async #restart(ended: string, ranForMs: number): Promise<void> {
    if (this.#isRestart) {
      this.#isRestart = false
      return this.start()
    }
    const { title, say, log, steadyAfterMs = STEADY_AFTER_MS } = this.#settings
    this.#crashes = ranForMs >= steadyAfterMs ? 1 : this.#crashes + 1
    const delayMs = restartDelayMs(this.#crashes)
    const when = delayMs === 0 ? 'at once' : `in ${delayMs / 1000} s`
    say(`The ${title} ended unexpectedly (${ended}); starting it again ${when}. Its log: ${log.path}`)
    try {
      await (this.#settings.wait ?? waitFor)(delayMs, { signal: this.#stopping.signal })
    } catch {
      return
    }
    if (!this.#stopping.signal.aborted) this.start()
  }
}

/** What a program left behind, be it stopped or waiting for a disk, would go on beside the next one. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left behind, or the system knows no groups.
  }
}

function waitFor(delayMs: number, options: { signal: AbortSignal }): Promise<unknown> {
  return wait(delayMs, undefined, options)
}
