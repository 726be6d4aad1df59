/** The hub's side of its media workers: starts them, restarts them, and keeps one bad camera from harming others. */
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { CameraQuestion, HubAnswer } from '@mimamori/contract/fleet/hub-question.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { InferenceClient } from '../analysis/inference-client.ts'
import { QuestionLine } from '../analysis/question-line.ts'
import type { DecoderTrust } from '../decode/decoder-trust.ts'
import { GROUP_LIMITS, type GroupLimits } from './group-limits.ts'
import type { FromWorker, LiveEvent, WorkerEvent } from './worker-message.ts'
import { WorkerProcess } from './worker-process.ts'
import type { Slot } from './worker-slot.ts'

export type WorkerGroupOptions = {
  emit: (event: WorkerEvent) => void
  log: Log
  /** Clips are written to `<spoolDir>/clips`, recordings to `<spoolDir>/recordings/<cameraId>`. Made when missing. */
  spoolDir: string
  clock: Clock
  /**
   * Sources besides RTSP: scheme without colon to the address (file: URL) of a module that exports
   * `openSource: OpenSource` (see `packet-source.ts`). The worker imports it when a camera needs it.
   */
  sources?: Record<string, string>
  /** What the workers' environment shall be (`process.env`, from main). Default: empty. */
  environment?: Record<string, string | undefined>
  limits?: Partial<GroupLimits>
  /** The operator's own model; `modelChanged` notifies the workers when it became ready, or is no longer. */
  inference?: InferenceClient
  /** The pose model; `error` other than null: it is not to be had for now. Left out: none. */
  poser?: InferenceClient & { readonly error: unknown }
  /** What workers decode with; left out: software. */
  decoders?: DecoderTrust
  /** Cameras on this machine itself may be opened: the demo's and those of tests. */
  isLoopbackAllowed?: boolean
}

/** A worker that lived this long was healthy: its next restart is quick again. */
const HEALTHY_MS = 60_000

export class WorkerGroup {
  #options: WorkerGroupOptions
  #limits: GroupLimits
  #wanted = new Map<string, DesiredCamera>()
  #slots: Slot[] = []
  /** Cameras that must not share a worker: address for which that was learned. */
  #alone = new Map<string, string>()
  #live = new Map<string, Set<LiveRendition>>()
  /** When each camera's apps last raised an alert: a snooze outlives the worker. */
  #raised = new Map<string, Map<AlertAppCode, number>>()
  #isStopped = false
  readonly #questions: QuestionLine
  /** Where cameras may be; see NetworkRules. */
  #cidrs: readonly string[] = []
  #leaving = new Set<Promise<void>>()
  #away: readonly string[] = []

  constructor(options: WorkerGroupOptions) {
    this.#options = options
    this.#questions = new QuestionLine(options.clock)
    this.#limits = { ...GROUP_LIMITS, ...options.limits }
  }

  /**
   * The whole list of cameras wanted from now on; cameras not in it are closed, unchanged ones are left alone. `cidrs`:
   * the networks in which they may be.
   */
  configure(cameras: DesiredCamera[], cidrs: readonly string[] = []): void {
    this.#cidrs = cidrs
    this.#wanted = new Map(cameras.map((camera) => [camera.cameraId, camera]))
    for (const [cameraId, streamUrl] of this.#alone) {
      if (this.#wanted.get(cameraId)?.streamUrl !== streamUrl) this.#alone.delete(cameraId)
    }
    for (const cameraId of this.#raised.keys()) if (!this.#wanted.has(cameraId)) this.#raised.delete(cameraId)
    this.#place()
  }

  modelChanged(): void {
    for (const slot of this.#slots) this.#tellCameras(slot)
  }

  /** A person turned these cameras elsewhere: what they show is not judged. */
  lookAway(cameraIds: readonly string[]): void {
    this.#away = cameraIds
    this.modelChanged()
  }

  /** Somebody watches: answers with live events from the last key frame on. */
  liveStart(cameraId: string, rendition: LiveRendition): void {
    this.#live.set(cameraId, (this.#live.get(cameraId) ?? new Set()).add(rendition))
    this.#slotOf(cameraId)?.process?.send({ type: 'live-start', cameraId, rendition })
  }

  liveStop(cameraId: string, rendition: LiveRendition): void {
    this.#live.get(cameraId)?.delete(rendition)
    this.#slotOf(cameraId)?.process?.send({ type: 'live-stop', cameraId, rendition })
  }

  /** What a camera's worker sees. */
  ask<Q extends CameraQuestion>(question: Q): Promise<HubAnswer<Q['type']>> {
    return this.#questions.ask(question, this.#slotOf(question.cameraId)?.process)
  }

  /** The processes that run now, for tests and the log. */
  get workers(): { pid: number | undefined; cameraIds: string[] }[] {
    return this.#slots.flatMap((slot) =>
      slot.process ? [{ pid: slot.process.pid, cameraIds: [...slot.cameraIds] }] : [],
    )
  }

  /** Ends every worker; resolves when all are gone. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wanted.clear()
    this.#place()
    await Promise.all(this.#leaving)
  }

  #slotOf(cameraId: string): Slot | undefined {
    return this.#slots.find((slot) => slot.cameraIds.has(cameraId))
  }

  /** Every wanted camera has one slot, bad ones their own; slots without cameras end. */
  #place(): void {
    for (const slot of this.#slots) {
      for (const cameraId of slot.cameraIds) {
        const mustMove = this.#alone.has(cameraId) && !slot.isAlone
        if (!this.#wanted.has(cameraId) || mustMove) slot.cameraIds.delete(cameraId)
      }
    }
    for (const cameraId of this.#wanted.keys()) {
      if (!this.#slotOf(cameraId)) this.#roomFor(cameraId).cameraIds.add(cameraId)
    }
    for (const slot of [...this.#slots]) {
      if (slot.cameraIds.size === 0) this.#close(slot)
      else if (slot.process) this.#tellCameras(slot)
      else if (slot.startedAtMs === 0) this.#start(slot)
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
      startedAtMs: 0,
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
    const { camerasPerWorker, rssMaxBytes, workerSilenceMs, ...limits } = this.#limits
    slot.startedAtMs = clock.now()
    const process = new WorkerProcess(
      { spoolDir, sources, limits, decoders: this.#options.decoders?.now },
      slot.isAlone ? 1 : camerasPerWorker,
      {
        clock,
        silenceMs: workerSilenceMs,
        rssMaxBytes,
        environment,
        onMessage: (message) => this.#pass(message, slot),
        onGone: (reason) => this.#lost(slot, reason),
      },
    )
    slot.process = process
    this.#tellCameras(slot)
    for (const cameraId of slot.cameraIds) {
      for (const rendition of this.#live.get(cameraId) ?? []) process.send({ type: 'live-start', cameraId, rendition })
    }
  }

  #tellCameras(slot: Slot): void {
    const cameras = [...slot.cameraIds].flatMap((cameraId) => this.#wanted.get(cameraId) ?? [])
    const networks = { cidrs: this.#cidrs, isLoopbackAllowed: this.#options.isLoopbackAllowed ?? false }
    const isModelReady = this.#options.inference?.isReady ?? false
    const raised = new Map([...this.#raised].filter(([cameraId]) => slot.cameraIds.has(cameraId)))
    const { poser } = this.#options
    const pose = { isReady: poser?.isReady ?? false, isMissing: (poser?.error ?? null) !== null }
    slot.process?.send({ type: 'configure', cameras, networks, isModelReady, pose, raised, away: this.#away })
  }

  /** A worker ended that should not have: its cameras come back, apart from each other if it happens again soon. */
  #lost(slot: Slot, reason: string | null): void {
    slot.process = null
    if (reason === null || this.#isStopped) return
    const { clock, log, decoders } = this.#options
    decoders?.workerLost(clock.now())
    log('warn', 'a media worker was lost', { reason, cameras: slot.cameraIds.size })
    if (!(slot.isStuck && slot.isAlone)) for (const cameraId of slot.cameraIds) this.#tellLost(cameraId)
    slot.isStuck = false
    const wasHealthy = clock.now() - slot.startedAtMs > HEALTHY_MS
    if (wasHealthy) slot.retryMs = this.#limits.retryMinMs
    else if (slot.retryMs > this.#limits.retryMinMs && !slot.isAlone && slot.cameraIds.size > 1) {
      log('warn', 'a media worker fails again and again: its cameras get one worker each')
      for (const cameraId of slot.cameraIds) this.#isolate(cameraId)
      this.#place()
      return
    }
    slot.cancelRestart = clock.after(slot.retryMs, () => this.#start(slot))
    slot.retryMs = Math.min(this.#limits.retryMaxMs, slot.retryMs * 2)
  }

  /** Only ending the process frees a camera that hangs inside FFmpeg; the others go on without it. */
  #freeStuck(cameraId: string, slot: Slot): void {
    this.#options.log('warn', 'a camera hangs inside the video library: its worker is replaced', { cameraId })
    slot.isStuck = true
    slot.process?.kill('a camera hangs inside the video library')
    if (slot.isAlone || !slot.cameraIds.has(cameraId)) return
    this.#isolate(cameraId)
    this.#place()
  }

  #isolate(cameraId: string): void {
    const streamUrl = this.#wanted.get(cameraId)?.streamUrl
    if (streamUrl !== undefined) this.#alone.set(cameraId, streamUrl)
  }

  #tellLost(cameraId: string): void {
    const reason = { code: 'worker-lost', params: {} } as const
    const nothing = { fps: null, width: null, height: null, codec: null }
    this.#options.emit({ type: 'status', cameraId, state: 'offline', reason, ...nothing })
  }

  #pass(message: FromWorker, slot: Slot): void {
    const { emit, log } = this.#options
    switch (message.type) {
      case 'answer':
        this.#questions.answered(message)
        break
      case 'look':
        void this.#look(message, slot)
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
        // Of a camera that was removed a moment ago they interest nobody any more.
        if (this.#wanted.has(message.cameraId)) emit(message)
        break
      case 'incident':
        this.#noteRaise(message)
        emit(message)
        break
      case 'warning':
        log('warn', message.message, { cameraId: message.cameraId })
        break
      default:
        emit(message)
    }
  }

  #noteRaise({ alert, raisedAtMs }: Extract<FromWorker, { type: 'incident' }>): void {
    const { cameraId, appCode } = alert
    const times = this.#raised.get(cameraId) ?? new Map<AlertAppCode, number>()
    this.#raised.set(cameraId, times.set(appCode, raisedAtMs))
  }

  #isWatched({ cameraId, rendition }: LiveEvent): boolean {
    return this.#wanted.has(cameraId) && (this.#live.get(cameraId)?.has(rendition) ?? false)
  }

  async #look(question: Extract<FromWorker, { type: 'look' }>, slot: Slot): Promise<void> {
    const { by, askId, cameraId, picture, isUrgent } = question
    const process = slot.process
    const model = by === 'pose' ? this.#options.poser : this.#options.inference
    const bodies = (await model?.infer(cameraId, picture, isUrgent)) ?? null
    process?.send({ type: 'seen', by, askId, bodies })
  }
}
