/** Receives the digital inputs of cameras, each in a process of its own, and comes back after a loss. REACH-63. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { InputRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { portsOf } from '#pipeline/ingest/clock-watch.ts'
import { BackOff } from '#platform/back-off.ts'
import { type Clock, uuidV7, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { AnswerError, answerError } from '../rpc/answer-error.ts'
import type { InputMessage, InputTask } from './input-child.ts'
import { InputState } from './input-state.ts'

type WatchOptions = {
  clock: Clock
  log: Log
  networks: () => NetworkRules
  environment: Record<string, string | undefined>
  raise: (event: Omit<InputRaised, 'hasFootage'>) => void
}
type Watched = {
  camera: DesiredCamera
  state: InputState
  end: AbortController
  /** The camera's last answer, or when the watch began. */
  heardAtMs: number
}

const PROGRAM = fileURLToPath(new URL('./input-child.ts', import.meta.url))
const PATH = '/onvif/device_service'
const HEAP_MB = 64
const LONGEST_PAUSE_MS = 30_000
/** A camera answers at least once a minute. */
const LOST_MS = 120_000
/** Until the subscription exists, and between answers, which wait a minute for events. */
const FIRST_MS = 20_000
const SILENT_MS = 100_000
/** Until a program that leaves is ended. */
const LEAVE_MS = 2_500

export class InputWatch {
  readonly #options: WatchOptions
  readonly #watched = new Map<string, Watched>()
  /** The ends of the programs that run. */
  readonly #programs = new Set<Promise<unknown>>()

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Takes all desired cameras; others are forgotten. An input whose settings stay the same keeps its state. */
  configure(cameras: readonly DesiredCamera[]): void {
    const wanted = new Map(cameras.filter(isWatched).map((camera) => [camera.cameraId, camera]))
    for (const [cameraId, { camera, state, end }] of this.#watched) {
      const now = wanted.get(cameraId)
      if (now && isDeepStrictEqual(settingsOf(now), settingsOf(camera))) continue
      end.abort()
      if (isDeepStrictEqual(now?.input, camera.input)) continue
      state.stop()
      this.#watched.delete(cameraId)
    }
    for (const camera of wanted.values()) this.#watch(camera)
  }

  /** Its events have not arrived for two minutes. */
  isLost(cameraId: string): boolean {
    const watched = this.#watched.get(cameraId)
    return watched !== undefined && this.#options.clock.monotonicMs() - watched.heardAtMs > LOST_MS
  }

  /** Waits until the programs have unsubscribed. */
  async stop(): Promise<void> {
    for (const { end, state } of this.#watched.values()) {
      end.abort()
      state.stop()
    }
    this.#watched.clear()
    await Promise.all(this.#programs)
  }

  #watch(camera: DesiredCamera): void {
    const { clock } = this.#options
    const { cameraId } = camera
    const before = this.#watched.get(cameraId)
    if (before && !before.end.signal.aborted) return
    const state = before?.state ?? new InputState(clock, () => this.#raise(cameraId))
    const heardAtMs = before?.heardAtMs ?? clock.monotonicMs()
    const watched = { camera, state, end: new AbortController(), heardAtMs }
    this.#watched.set(cameraId, watched)
    void this.#run(watched)
  }

  #raise(cameraId: string): void {
    const nowMs = this.#options.clock.now()
    const occurredAt = new Date(nowMs).toISOString()
    this.#options.raise({ type: 'input-raised', alertId: uuidV7(nowMs), cameraId, occurredAt })
  }

  async #run(watched: Watched): Promise<void> {
    const { clock, log } = this.#options
    const { cameraId } = watched.camera
    const { signal } = watched.end
    const pauses = new BackOff()
    while (!signal.aborted) {
      try {
        await this.#subscribe(watched, () => pauses.reset())
      } catch (error) {
        if (signal.aborted) return
        log('warn', 'The digital input of a camera is not received', { cameraId, reason: reasonOf(error) })
      }
      await wait(clock, pauses.nextMs(undefined, LONGEST_PAUSE_MS), signal)
    }
  }

  /** Ends with an error: AnswerError, CameraError. */
  async #subscribe(watched: Watched, onReports: () => void): Promise<void> {
    const { camera, end } = watched
    const host = /^(rtsp|http)s?:/i.test(camera.streamUrl) ? URL.parse(camera.streamUrl)?.hostname : undefined
    if (!host) throw answerError('bad-address')
    const address = await allowedAddress(host, this.#options.networks())
    const login = { username: camera.username ?? '', password: camera.password ?? '' }
    const { token } = camera.input!
    let last: unknown = null
    for (const port of portsOf(camera)) {
      if (end.signal.aborted) return
      try {
        await this.#receive({ address, port, path: PATH, ...login, token }, watched, onReports)
      } catch (error) {
        last = error
        if (!(error instanceof AnswerError) || error.error.code !== 'refused') break
      }
    }
    throw last
  }

  async #receive(input: InputTask, watched: Watched, onReports: () => void): Promise<never> {
    const { environment, clock } = this.#options
    const { camera, state, end } = watched
    const child = fork(PROGRAM, [], {
      ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      ...{ execArgv: [`--max-old-space-size=${HEAP_MB}`], env: { ...environment, MALLOC_ARENA_MAX: '2' } },
    })
    const over = once(child, 'exit')
      .catch(() => {})
      .finally(() => this.#programs.delete(over))
    this.#programs.add(over)
    const take = (message: InputMessage) => {
      if (message.type === 'subscribed') state.subscribed()
      if (message.type !== 'reports') return
      watched.heardAtMs = clock.monotonicMs()
      onReports()
      for (const report of message.reports) state.take(report, camera.input!)
    }
    try {
      return await endOf(child, { input, signal: end.signal, take })
    } finally {
      leave(child)
    }
  }
}

/** It unsubscribes, and is killed if that takes too long. */
function leave(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS)
  child.once('exit', () => clearTimeout(timer))
  if (child.connected) child.disconnect()
}

type Receiving = { input: InputTask; signal: AbortSignal; take: (message: InputMessage) => void }

/** Rejects once the child fails, ends or is silent, or the signal aborts. */
function endOf(child: ChildProcess, { input, signal, take }: Receiving): Promise<never> {
  return new Promise<never>((_, reject) => {
    const late = () => reject(answerError('timeout'))
    let timer = setTimeout(late, FIRST_MS)
    const stop = () => reject(answerError('stopping'))
    signal.addEventListener('abort', stop)
    child.on('message', (message: InputMessage) => {
      if (signal.aborted) return
      clearTimeout(timer)
      timer = setTimeout(late, SILENT_MS)
      if (message.type === 'failed') reject(answerError(message.code))
      else take(message)
    })
    child.once('error', () => reject(answerError('helper-lost')))
    child.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      reject(answerError('helper-lost'))
    })
    child.send({ input }, () => {})
    if (signal.aborted) stop()
  })
}

const isWatched = ({ isEnabled, input }: DesiredCamera) => isEnabled && input !== null

/** What a subscription depends on. */
const settingsOf = ({ streamUrl, username, password, vendor, extraConfig, input }: DesiredCamera) => ({
  ...{ streamUrl, username, password, vendor, extraConfig, input },
})

const reasonOf = (error: unknown) => (error instanceof AnswerError ? error.error.code : wordsOf(error))
