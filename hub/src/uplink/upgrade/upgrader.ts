/** Gets the desired version from the service, installs it, reports progress, and proves that a new version works. */
import { join } from 'node:path'
import { CallError } from '@mimamori/contract/client.ts'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import { compareVersions, HUB_VERSION } from '@mimamori/contract/fleet/hub-version.ts'
import type { UpgradeOffer, UpgradeProgress } from '@mimamori/contract/fleet/upgrade.ts'
import type { Installation, TrialError } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import type { LauncherMessage } from '#platform/versions/version-state.ts'
import { readVersionState } from '#platform/versions/version-state.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import type { ServiceClient } from '../service-client.ts'
import { type InstallStep, installRelease } from './install-release.ts'
import { InstallError } from './release-check.ts'

export type UpgradeOptions = {
  installation?: Installation
  /** Public key that verifies releases. */
  releaseKeyFile?: string | null
  /** Folder of the running version. */
  ownFolder?: string
  /** Sends a message to the launcher, if there is one. */
  tellLauncher?: (message: LauncherMessage) => void
  restartProgram?: () => void
}

type UpgraderOptions = UpgradeOptions & {
  client: ServiceClient
  version: string
  dataDir: string
  cameras: () => CameraReport[]
  say?: (line: string) => void
  clock: Clock
  log: Log
}

const ASK_EVERY_MS = 60_000
/** Minimum interval of progress reports. */
const REPORT_EVERY_MS = 3_000
const LOOK_EVERY_MS = 1_000

export class Upgrader {
  readonly #options: UpgraderOptions
  readonly #versionsDir: string
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  #progress: UpgradeProgress | null = null
  /** Offers that were installed or rejected, so that each is tried once per process. */
  readonly #done = new Set<string>()
  #running: Promise<unknown> | null = null
  #installing: Promise<void> | null = null
  #isTooOldSaid = false
  #reportedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: UpgraderOptions) {
    this.#options = options
    this.#versionsDir = join(options.dataDir, 'versions')
  }

  start(): void {
    this.#progress = this.#fromBefore()
    this.#running ??= Promise.all([this.#ask(), this.#prove()])
  }

  /** The service has a new offer, or can be reached again. */
  look(): void {
    this.#wake.signal()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
    await this.#installing
  }

  /** State of the upgrade that led to this start. */
  #fromBefore(): UpgradeProgress | null {
    const { last, trial } = readVersionState(this.#versionsDir)
    if (trial?.version === this.#options.version) {
      return { id: trial.id, state: 'starting', percent: null, reason: null }
    }
    if (!last) return null
    this.#done.add(last.id)
    return { id: last.id, state: last.reason ? 'returned' : 'healthy', percent: null, reason: last.reason }
  }

  async #ask(): Promise<void> {
    const { client, clock, installation = 'checkout' } = this.#options
    const { signal } = this.#end
    while (!signal.aborted) {
      const body = { installation, processor: process.arch, progress: this.#progress }
      const answer = await client.call('upgrade.poll', { body }, signal).catch(() => null)
      if (answer) this.#sayWhenTooOld(answer.versionMin)
      if (answer?.offer) this.#take(answer.offer)
      await this.#wake.wait(signal, { ms: ASK_EVERY_MS, clock })
    }
  }

  #sayWhenTooOld(versionMin: string): void {
    const { version, say } = this.#options
    if (this.#isTooOldSaid || !HUB_VERSION.test(version) || compareVersions(version, versionMin) >= 0) return
    this.#isTooOldSaid = true
    say?.(
      `Version ${version} of this hub is too old: the service needs ${versionMin}. What it raises waits here until its upgrade.`,
    )
  }

  #take(offer: UpgradeOffer): void {
    const { installation } = this.#options
    const isTaken = this.#installing !== null || this.#done.has(offer.id)
    if (isTaken || readVersionState(this.#versionsDir).trial) return
    if (installation !== 'launcher' && installation !== 'keyless') return
    this.#installing = this.#install(offer).finally(() => {
      this.#installing = null
    })
  }

  async #install({ id, version }: UpgradeOffer): Promise<void> {
    const { client, log, cameras, releaseKeyFile = null, ownFolder = '', restartProgram } = this.#options
    const of = { params: { version }, query: { processor: process.arch as 'x64' } }
    const { signal } = this.#end
    try {
      await installRelease({
        ...{ id, version, ownFolder, signal, keyFile: releaseKeyFile, versionsDir: this.#versionsDir },
        ownVersion: this.#options.version,
        processor: process.arch,
        readInfo: () => client.call('upgrade.release', of, signal),
        fetch: (from, ending) => client.open('upgrade.file', of, { from, signal: ending }),
        onStep: (step, percent) => this.#step(id, step, percent),
        camerasOnline: () => onlineOf(cameras()),
      })
      this.#done.add(id)
      restartProgram?.()
    } catch (error) {
      if (signal.aborted) return
      log('warn', 'A release was not installed', { version, reason: wordsOf(error) })
      const reason = reasonOf(error)
      // A lost connection: the service's next response offers it again.
      if (reason === null) return
      this.#done.add(id)
      this.#report({ id, state: 'failed', percent: null, reason })
    }
  }

  #step(id: string, step: InstallStep, percent: number | null): void {
    const state = step === 'downloading' ? 'downloading' : step === 'on-trial' ? 'starting' : 'checking'
    if (step === 'asked') return
    const isSame = this.#progress?.id === id && this.#progress.state === state
    const nowMs = this.#options.clock.monotonicMs()
    if (isSame && nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return
    this.#report({ id, state, percent, reason: null })
  }

  #report(progress: UpgradeProgress): void {
    this.#progress = progress
    this.#reportedAtMs = this.#options.clock.monotonicMs()
    this.#wake.signal()
  }

  /** For a version on trial: reports to the launcher whether it works as well as the previous version. */
  async #prove(): Promise<void> {
    const { version, clock, tellLauncher } = this.#options
    const { trial } = readVersionState(this.#versionsDir)
    if (trial?.version !== version || !tellLauncher) return
    let said: string | null = null
    while (!this.#end.signal.aborted) {
      const { last } = readVersionState(this.#versionsDir)
      if (last?.id === trial.id) this.#done.add(trial.id)
      if (last?.id === trial.id) return this.#report({ id: trial.id, state: 'healthy', percent: null, reason: null })
      const reason = this.#errorOf(trial.camerasOnline)
      if (reason !== said || said === null) {
        tellLauncher(reason ? { type: 'unhealthy', reason } : { type: 'healthy' })
      }
      said = reason
      await wait(clock, LOOK_EVERY_MS, this.#end.signal)
    }
  }

  #errorOf(camerasBefore: number): TrialError | null {
    const { client, cameras } = this.#options
    if (client.connection.state !== 'connected') return 'not-connected'
    return onlineOf(cameras()) < camerasBefore ? 'cameras-missing' : null
  }
}

function onlineOf(cameras: readonly CameraReport[]): number {
  return cameras.filter(({ isOnline }) => isOnline).length
}

/** Null: a retry may help. */
function reasonOf(error: unknown) {
  if (error instanceof InstallError) return error.code
  if (error instanceof CallError) return error.body.key === 'not-found' ? 'release-missing' : null
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC') return 'disk-full'
  return code?.startsWith('E') ? 'internal' : null
}
