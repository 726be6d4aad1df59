/** The hub's side of its media workers: starts and restarts them, and isolates bad cameras from others. */

import type { CameraRequest, HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import type { DesiredCamera, WantedFootage } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { RetainedBackground } from '../analysis/background-memory.ts'
import type { InferenceClient } from '../analysis/inference-client.ts'
import { RequestLine } from '../analysis/request-line.ts'
import type { DecoderTrust } from '../decode/decoder-trust.ts'
import type { FromWorker, LiveEvent, WorkerEvent } from '../worker-message.ts'
import { GROUP_LIMITS, type GroupLimits, WORKER_BYTES } from './group-limits.ts'
import { MemoryWatch } from './memory-watch.ts'
import { lossReasonOf } from './report.ts'
import { type WorkerEnd, WorkerProcess } from './worker-process.ts'
import type { Slot } from './worker-slot.ts'

export type WorkerGroupOptions = {
  emit: (event: WorkerEvent) => void
  log: Log
  /** Clips are written to `<spoolDir>/clips`, recordings to `<spoolDir>/recordings/<cameraId>`. Created if missing. */
  spoolDir: string
  clock: Clock
  /**
   * Sources besides RTSP: scheme without colon to the address (file: URL) of a module that exports
   * `openSource: OpenSource` (see `packet-source.ts`). The worker imports it when a camera needs it.
   */
  sources?: Record<string, string>
  /** Environment variables of the workers (`process.env`, from main). Default: none. */
  environment?: Record<string, string | undefined>
  limits?: Partial<GroupLimits>
  /** The operator's own model; `modelChanged` notifies the workers when it becomes ready or unavailable. */
  inference?: InferenceClient
  /** The pose model; a non-null `error` means that it is unavailable for now. Undefined without one. */
  poser?: InferenceClient & { readonly error: unknown }
  /** Decoders of the workers; default: software. */
  decoders?: DecoderTrust
  /** Allows cameras on loopback addresses, for the demo and tests. */
  isLoopbackAllowed?: boolean
}

/** A worker that ran this long was healthy: its next restart follows soon. */
const HEALTHY_MS = 60_000

export class WorkerGroup {
  #options: WorkerGroupOptions
  #limits: GroupLimits
  #wanted = new Map<string, DesiredCamera>()
  #slots: Slot[] = []
  /** Cameras that must not share a worker, with the address for which that was learned. */
  #alone = new Map<string, string>()
  #live = new Map<string, Set<LiveRendition>>()
  /** When each camera's apps last raised an incident, because a snooze outlives the worker. */
  #lastIncidents = new Map<string, Map<AlertAppCode, number>>()
  /** Backgrounds of the empty rooms, for each camera's next worker. */
  #backgrounds = new Map<string, RetainedBackground>()
  #isStopped = false
  readonly #requests: RequestLine
  /** The networks in which cameras may be; see NetworkRules. */
  #cidrs: readonly string[] = []
  #leaving = new Set<Promise<void>>()
  #away: readonly string[] = []

  constructor(options: WorkerGroupOptions) {
    this.#options = options
    this.#requests = new RequestLine(options.clock)
    this.#limits = { ...GROUP_LIMITS, ...options.limits }
  }

  /**
   * Takes the complete list of desired cameras: closes cameras that are missing, leaves unchanged ones alone. `cidrs`: the
   * networks in which they may be.
   */
  configure(cameras: DesiredCamera[], cidrs: readonly string[] = []): void {
    this.#cidrs = cidrs
    this.#wanted = new Map(cameras.map((camera) => [camera.cameraId, camera]))
    for (const [cameraId, streamUrl] of this.#alone) {
      if (this.#wanted.get(cameraId)?.streamUrl !== streamUrl) this.#alone.delete(cameraId)
    }
    for (const known of [this.#lastIncidents, this.#backgrounds]) {
      for (const cameraId of known.keys()) if (!this.#wanted.has(cameraId)) known.delete(cameraId)
    }
    this.#place()
  }

  modelChanged(): void {
    for (const slot of this.#slots) this.#tellCameras(slot)
  }

  /** A user turned these cameras away: their frames are not analyzed. */
  lookAway(cameraIds: readonly string[]): void {
    this.#away = cameraIds
    this.modelChanged()
  }

  /** A viewer watches: starts live events at the last key frame. */
  liveStart(cameraId: string, rendition: LiveRendition): void {
    this.#live.set(cameraId, (this.#live.get(cameraId) ?? new Set()).add(rendition))
    this.#slotOf(cameraId)?.process?.send({ type: 'live-start', cameraId, rendition })
  }

  liveStop(cameraId: string, rendition: LiveRendition): void {
    this.#live.get(cameraId)?.delete(rendition)
    this.#slotOf(cameraId)?.process?.send({ type: 'live-stop', cameraId, rendition })
  }

  /** Requests a frame and a clip for an alert of the service; does nothing while the camera has no worker. */
  footage(wanted: WantedFootage): void {
    this.#slotOf(wanted.cameraId)?.process?.send({ type: 'footage', wanted })
  }

  /** Sends a request to a camera's worker. */
  ask<Q extends CameraRequest>(request: Q): Promise<HubAnswer<Q['type']>> {
    return this.#requests.ask(request, this.#slotOf(request.cameraId)?.process)
  }

  /** The running processes, for tests and the log. */
  get workers(): { pid: number | undefined; cameraIds: string[] }[] {
    return this.#slots.flatMap((slot) =>
      slot.process ? [{ pid: slot.process.pid, cameraIds: [...slot.cameraIds] }] : [],
    )
  }

  /** Ends every worker; resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wanted.clear()
    this.#place()
    await Promise.all(this.#leaving)
  }

  #slotOf(cameraId: string): Slot | undefined {
    return this.#slots.find((slot) => slot.cameraIds.has(cameraId))
  }

  /** Assigns every desired camera to one slot, bad ones to their own; slots without cameras end. */
  #place(): void {
    for (const slot of this.#slots) {
      for (const cameraId of slot.cameraIds) {
        const mustMove = this.#alone.has(cameraId) && !slot.isAlone
        if (!this.#wanted.has(cameraId) || mustMove) slot.cameraIds.delete(cameraId)
      }
    }
    for (const cameraId of this.#wanted.keys()) {
      if (this.#slotOf(cameraId)) continue
      const slot = this.#roomFor(cameraId)
      slot.cameraIds.add(cameraId)
      slot.memory.begin()
    }
    for (const slot of [...this.#slots]) {
      if (slot.cameraIds.size === 0) this.#close(slot)
      else if (slot.process) this.#tellCameras(slot)
      else if (slot.startedAtMs === null) this.#start(slot)
    }
  }

  #roomFor(cameraId: string): Slot {
    const isAlone = this.#alone.has(cameraId)
    const free = isAlone
      ? undefined
      : this.#slots.find((slot) => !slot.isAlone && slot.cameraIds.size < this.#limits.camerasPerWorker)
    if (free) return free
    const slot: Slot = {
      cameraIds: new Set(),
      isAlone,
      process: null,
      memory: new MemoryWatch(this.#limits),
      startedAtMs: null,
      retryMs: this.#limits.retryMinMs,
      cancelRestart: () => {},
      isStuck: false,
    }
    this.#slots.push(slot)
    return slot
  }

  #close(slot: Slot): void {
    slot.cancelRestart()
    this.#slots = this.#slots.filter((other) => other !== slot)
    const process = slot.process
    if (!process) return
    const left = process.stop().finally(() => this.#leaving.delete(left))
    this.#leaving.add(left)
  }

  #start(slot: Slot): void {
    const { clock, environment = {}, spoolDir, sources = {} } = this.#options
    const { camerasPerWorker, workerSilenceMs, ...limits } = this.#limits
    slot.memory.begin()
    slot.startedAtMs = clock.monotonicMs()
    const process = new WorkerProcess(
      { spoolDir, sources, limits, decoders: this.#options.decoders?.now },
      slot.isAlone ? 1 : camerasPerWorker,
      {
        clock,
        silenceMs: workerSilenceMs,
        memory: slot.memory,
        environment,
        onMessage: (message) => this.#pass(message, slot),
        onGone: (end) => this.#lost(slot, end),
      },
    )
    slot.process = process
    process.send({ type: 'backgrounds', backgrounds: ofCameras(this.#backgrounds, slot) })
    this.#tellCameras(slot)
    for (const cameraId of slot.cameraIds) {
      for (const rendition of this.#live.get(cameraId) ?? []) process.send({ type: 'live-start', cameraId, rendition })
    }
  }

  #tellCameras(slot: Slot): void {
    const cameras = [...slot.cameraIds].flatMap((cameraId) => this.#wanted.get(cameraId) ?? [])
    const networks = { cidrs: this.#cidrs, isLoopbackAllowed: this.#options.isLoopbackAllowed ?? false }
    const isModelReady = this.#options.inference?.isReady ?? false
    const lastIncidents = ofCameras(this.#lastIncidents, slot)
    const { poser } = this.#options
    const pose = { isReady: poser?.isReady ?? false, isMissing: (poser?.error ?? null) !== null }
    slot.process?.send({ type: 'configure', cameras, networks, isModelReady, pose, lastIncidents, away: this.#away })
  }

  /** A worker ended unexpectedly: restarts its cameras, separated if it happens again soon. */
  #lost(slot: Slot, end: WorkerEnd | null): void {
    slot.process = null
    if (end === null || this.#isStopped) return
    const { clock, log, decoders } = this.#options
    decoders?.workerLost(clock.monotonicMs())
    log('warn', 'a media worker was lost', { reason: end.words, cameras: slot.cameraIds.size })
    this.#tellLost(slot, end)
    slot.isStuck = false
    const wasHealthy = slot.startedAtMs !== null && clock.monotonicMs() - slot.startedAtMs > HEALTHY_MS
    if (wasHealthy) slot.retryMs = this.#limits.retryMinMs
    const isAgain = !wasHealthy && slot.retryMs > this.#limits.retryMinMs
    // Nobody can say which of its cameras grew. Apart, the next limit meets that one alone.
    // On a machine without room for the workers they would end the hub itself.
    const hasRoomApart = slot.cameraIds.size * WORKER_BYTES <= this.#limits.memoryBytes / 2
    const isWorthParting = end.cause === 'memory' ? hasRoomApart : isAgain
    if (isWorthParting && !slot.isAlone && slot.cameraIds.size > 1) {
      log('warn', 'a media worker fails again and again, or grew: its cameras get one worker each')
      for (const cameraId of slot.cameraIds) this.#isolate(cameraId)
      this.#place()
      return
    }
    slot.cancelRestart = clock.after(slot.retryMs, () => this.#start(slot))
    slot.retryMs = Math.min(this.#limits.retryMaxMs, slot.retryMs * 2)
  }

  /** Only ending the process frees a camera that hangs in FFmpeg; the others continue without it. */
  #freeStuck(cameraId: string, slot: Slot): void {
    this.#options.log('warn', 'a camera hangs inside the video library: its worker is replaced', { cameraId })
    slot.isStuck = true
    slot.process?.kill('stuck', 'a camera hangs inside the video library')
    if (slot.isAlone || !slot.cameraIds.has(cameraId)) return
    this.#isolate(cameraId)
    this.#place()
  }

  #isolate(cameraId: string): void {
    const streamUrl = this.#wanted.get(cameraId)?.streamUrl
    if (streamUrl !== undefined) this.#alone.set(cameraId, streamUrl)
  }

  #tellLost(slot: Slot, { cause }: WorkerEnd): void {
    const { emit } = this.#options
    const cameraIds = [...slot.cameraIds]
    // After the worker's own messages: its recordings ended without a report.
    for (const cameraId of cameraIds) emit({ type: 'pause', cameraId, cause: 'worker-lost' })
    // The only camera of a hanging process has already reported that itself.
    if (slot.isStuck && slot.isAlone) return
    const reason = lossReasonOf(cause)
    const nothing = { fps: null, width: null, height: null, codec: null }
    for (const cameraId of cameraIds) emit({ type: 'status', cameraId, state: 'offline', reason, ...nothing })
    emit({ type: 'worker-lost', cause, cameraIds })
  }

  #pass(message: FromWorker, slot: Slot): void {
    const { emit, log } = this.#options
    switch (message.type) {
      case 'answer':
        this.#requests.answered(message)
        break
      case 'look':
        void this.#look(message, slot)
        break
      case 'background':
        this.#backgrounds.set(message.cameraId, message.background)
        break
      case 'stuck':
        this.#freeStuck(message.cameraId, slot)
        break
      case 'stopped':
        break
      case 'live-events':
        for (const event of message.events) if (this.#isWatched(event)) emit(event)
        break
      case 'status':
      case 'frame':
        // Ignore messages about a camera that was just removed.
        if (this.#wanted.has(message.cameraId)) emit(message)
        break
      case 'incident':
        this.#noteIncident(message)
        emit(message)
        break
      case 'warning':
        log('warn', message.message, { cameraId: message.cameraId })
        break
      default:
        emit(message)
    }
  }

  #noteIncident({ alert, raisedAtMs }: Extract<FromWorker, { type: 'incident' }>): void {
    const { cameraId, appCode } = alert
    if (appCode === SIGNAL) return
    const times = this.#lastIncidents.get(cameraId) ?? new Map<AlertAppCode, number>()
    this.#lastIncidents.set(cameraId, times.set(appCode, raisedAtMs))
  }

  #isWatched({ cameraId, rendition }: LiveEvent): boolean {
    return this.#wanted.has(cameraId) && (this.#live.get(cameraId)?.has(rendition) ?? false)
  }

  async #look(request: Extract<FromWorker, { type: 'look' }>, slot: Slot): Promise<void> {
    const { by, askId, cameraId, image, isUrgent } = request
    const process = slot.process
    const model = by === 'pose' ? this.#options.poser : this.#options.inference
    const bodies = (await model?.infer(cameraId, image, isUrgent)) ?? null
    process?.send({ type: 'seen', by, askId, bodies })
  }
}

function ofCameras<T>(known: ReadonlyMap<string, T>, { cameraIds }: Slot): Map<string, T> {
  return new Map([...known].filter(([cameraId]) => cameraIds.has(cameraId)))
}
