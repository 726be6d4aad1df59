/**
 * Starts the version of the hub that is to run, and returns to the version before when a new one does not become healthy.
 * It comes from the installation and is never upgraded by the service. Decision 0036. OPS-04
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { compareVersions } from '@mimamori/contract/fleet/hub-version.ts'
import type { TrialError } from '@mimamori/contract/fleet/upgrade-lists.ts'
import {
  isVersionFolder,
  nodeOf,
  programOf,
  removeOtherVersions,
  versionOf,
} from '#platform/versions/version-folder.ts'
import {
  launcherMessage,
  readVersionState,
  type Trial,
  type VersionState,
  writeVersionState,
} from '#platform/versions/version-state.ts'

/** A hub that ends with it asks to be started again. */
const START_AGAIN_CODE = 75

export type LauncherTimes = {
  /** A new version must be healthy within this time after each start. */
  trialMs: number
  /** And must stay so for this long. */
  settleMs: number
  /** Between two starts of a new version, as often as it was started. */
  againMs: number
  /** A hub that does not end is ended by force. */
  stopMs: number
}
export const LAUNCHER_TIMES: LauncherTimes = { trialMs: 300_000, settleMs: 60_000, againMs: 2_000, stopMs: 6_000 }
/** A new version that was started as often and has not become healthy is given up, power cuts included. */
const TRIAL_STARTS_MAX = 3

type LauncherOptions = {
  /** Folder of the installed version. */
  installed: string
  versionsDir: string
  args: readonly string[]
  environment: Record<string, string | undefined>
  say: (line: string) => void
  times: LauncherTimes
}

type Ended = { code: number | null; signal: NodeJS.Signals | null }

export class Launcher {
  readonly #options: LauncherOptions
  #child: ChildProcess | null = null
  #isStopping = false
  #endPause: () => void = () => {}

  constructor(options: LauncherOptions) {
    this.#options = options
  }

  /** Runs hubs until one ends by itself or `stop` is called; answers the code to end with. */
  async run(): Promise<number> {
    for (;;) {
      const { folder, trial } = this.#choose()
      const child = this.#start(folder)
      const watched = trial ? this.#watch(child, trial) : null
      const ended = await endOf(child)
      this.#child = null
      const failed = watched?.end() ?? null
      if (this.#isStopping) return ended.code ?? 0
      if (failed) this.#giveUp(failed)
      else if (readVersionState(this.#options.versionsDir).trial && trial) await this.#pause(trial)
      else if (ended.code !== START_AGAIN_CODE) return ended.code ?? 1
      if (this.#isStopping) return 0
    }
  }

  /** Asks the hub to end, and then the launcher ends. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopping = true
    this.#endPause()
    this.#end(signal)
  }

  /** The version to start; what can be started no more is taken out of the state first. */
  #choose(): { folder: string; trial: Trial | null } {
    const { installed, versionsDir } = this.#options
    const found = readVersionState(versionsDir)
    const state = this.#withoutOld(found)
    const { current, trial } = state
    if (trial && trial.starts >= TRIAL_STARTS_MAX) return this.#returned(state, trial, 'crashed')
    if (trial && !isVersionFolder(join(versionsDir, trial.version))) {
      return this.#returned(state, trial, 'folder-missing')
    }
    if (trial) {
      const started = { ...trial, starts: trial.starts + 1 }
      // Counted before it is started: a version that takes the machine down is not started for ever.
      writeVersionState(versionsDir, { ...state, trial: started })
      return { folder: join(versionsDir, trial.version), trial: started }
    }
    if (state !== found) writeVersionState(versionsDir, state)
    return { folder: current === null ? installed : join(versionsDir, current), trial: null }
  }

  /** The installed version counts where it is not older, or the folder of another one is gone. */
  #withoutOld(state: VersionState): VersionState {
    const { installed, versionsDir } = this.#options
    const own = versionOf(installed) ?? ''
    const isOld = (version: string) => compareVersions(version, own) <= 0
    const { current, trial } = state
    const isGone = current !== null && (isOld(current) || !isVersionFolder(join(versionsDir, current)))
    const isTrialOld = trial !== null && isOld(trial.version)
    if (!isGone && !isTrialOld) return state
    return { ...state, current: isGone ? null : current, trial: isTrialOld ? null : trial }
  }

  #returned(state: VersionState, trial: Trial, reason: TrialError): { folder: string; trial: null } {
    const { installed, versionsDir, say } = this.#options
    const { id, version } = trial
    const { current } = state
    writeVersionState(versionsDir, { current, trial: null, last: { id, version, reason } })
    removeOtherVersions(versionsDir, [current])
    say(`Version ${version} of the hub did not become healthy (${reason}); the version before runs again.`)
    return { folder: current === null ? installed : join(versionsDir, current), trial: null }
  }

  #giveUp(reason: TrialError): void {
    const state = readVersionState(this.#options.versionsDir)
    if (state.trial) this.#returned(state, state.trial, reason)
  }

  #start(folder: string): ChildProcess {
    const { args, environment, say } = this.#options
    const child = spawn(nodeOf(folder), [programOf(folder), ...args], {
      env: environment,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.once('error', (error) => say(`The hub in ${folder} cannot be started: ${error.message}`))
    this.#child = child
    return child
  }

  /** Listens to a version on trial; `end` answers why it failed, null where it may be started once more or is healthy. */
  #watch(child: ChildProcess, trial: Trial): { end(): TrialError | null } {
    const { trialMs, settleMs } = this.#options.times
    let last: TrialError = 'silent'
    let failed: TrialError | null = null
    let settling: NodeJS.Timeout | undefined
    const deadline = setTimeout(() => {
      failed = last
      clearTimeout(settling)
      this.#end('SIGTERM')
    }, trialMs)
    child.on('message', (sent) => {
      const message = launcherMessage.safeParse(sent).data
      if (message?.type === 'healthy') settling ??= setTimeout(settle, settleMs)
      if (message?.type !== 'unhealthy') return
      last = message.reason
      clearTimeout(settling)
      settling = undefined
    })
    const settle = () => {
      clearTimeout(deadline)
      this.#accept(trial)
    }
    return {
      end() {
        clearTimeout(deadline)
        clearTimeout(settling)
        return failed
      },
    }
  }

  /** The version before stays in its folder until the next upgrade. */
  #accept({ id, version }: Trial): void {
    const { versionsDir, say } = this.#options
    const before = readVersionState(versionsDir)
    writeVersionState(versionsDir, { current: version, trial: null, last: { id, version, reason: null } })
    removeOtherVersions(versionsDir, [version, before.current])
    say(`Version ${version} of the hub is healthy and stays.`)
  }

  #pause({ starts }: Trial): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, starts * this.#options.times.againMs)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #end(signal: NodeJS.Signals): void {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), this.#options.times.stopMs)
    child.once('exit', () => clearTimeout(force))
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: 1, signal: null }))
  })
}
