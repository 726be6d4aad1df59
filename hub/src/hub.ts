/** The hub: connects its media workers with the service. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { InputRaised } from '@mimamori/contract/fleet/hub-event.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import { LIVE_RENDITIONS } from '@mimamori/contract/footage/live.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { FallModel } from '#model/fall-model.ts'
import { uuidV7 } from '#platform/clock.ts'
import type { NetworkRules } from '#platform/networks.ts'
import { createPoseModel } from '#pose/pose-model.ts'
import { addressErrorOf, Capabilities, inForceOf, RUNNABLE_APPS } from './control/capabilities.ts'
import { ConsoleReporter } from './control/console-reporter.ts'
import { driveContact } from './control/contact/drive-contact.ts'
import { FallbackContacts } from './control/contact/fallback-contacts.ts'
import { InputWatch } from './control/contact/input-watch.ts'
import { createHandlers } from './control/handlers.ts'
import { openAwayFile } from './control/look/away-file.ts'
import { CameraLooks } from './control/look/camera-looks.ts'
import { createTurnCamera } from './control/look/turn-camera.ts'
import type { Measurements } from './control/measurements.ts'
import { openMeasurements, openRecordings } from './control/open-stores.ts'
import type { Recordings } from './control/recordings.ts'
import { RoomStates } from './control/room-states.ts'
import { RpcServer } from './control/rpc/rpc-server.ts'
import { RunControl } from './control/run-control.ts'
import { WorkerHealth } from './control/worker-health.ts'
import { WorkerLosses } from './control/worker-losses.ts'
import type { HubOptions, Workers } from './hub-options.ts'
import { forgetCameras } from './pipeline/analysis/camera-file.ts'
import { SOFTWARE_ALONE } from './pipeline/decode/decoder-choice.ts'
import { cameraReportOf } from './pipeline/worker/report.ts'
import type { CameraStatus, ClipMessage, WorkerEvent } from './pipeline/worker-message.ts'
import { openDesiredFile } from './uplink/desired-file.ts'
import { describeMachine } from './uplink/machine.ts'
import type { Connection } from './uplink/service-client.ts'
import { Shadow } from './uplink/shadow.ts'
import { Uplink, type WorkOrder } from './uplink/uplink.ts'

export type Hub = {
  start(): void
  /** Stops workers and connections; raised alerts stay in the spool. */
  stop(): Promise<void>
}

/** Creates a hub, which does nothing before `start`. Throws SpoolInUse when another hub runs on `dataDir`. */
export function createHub(options: HubOptions): Hub {
  return new JoinedHub(options)
}

class JoinedHub implements Hub {
  readonly #options: HubOptions
  readonly #uplink: Uplink
  readonly #shadow: Shadow
  readonly #workers: Workers
  readonly #runControl: RunControl
  readonly #looks: CameraLooks
  readonly #inputs: InputWatch
  readonly #fallback: FallbackContacts
  readonly #rpc: RpcServer
  /** Null after a disk error: alerts work without recordings. */
  readonly #recordings: Recordings | null
  readonly #measurements: Measurements | null
  readonly #rooms: RoomStates
  readonly #startedAtMs: number
  readonly #statuses = new Map<string, CameraStatus>()
  readonly #losses = new WorkerLosses()
  readonly #workerHealth = new WorkerHealth()
  readonly #reporter: ConsoleReporter
  readonly #model: FallModel
  readonly #poses: FallModel
  readonly #capabilities: Capabilities

  constructor(options: HubOptions) {
    this.#options = options
    const { clock, log, dataDir } = options
    this.#startedAtMs = clock.now()
    this.#reporter = new ConsoleReporter(options)
    this.#model = new FallModel({ ...options, onChange: () => this.#modelChanged() })
    this.#poses = createPoseModel(options, () => this.#workers.modelChanged())
    this.#capabilities = new Capabilities(this.#model, this.#poses)
    this.#uplink = new Uplink({
      ...options,
      cameras: () => this.#reports(),
      workersMemoryBytes: () => this.#workerHealth.memoryBytes(clock.monotonicMs()),
      workerLosses: () => this.#losses.list(clock.now()),
      describe: () => this.#describe(),
      onConnection: (now) => this.#connection(now),
      onTaken: () => this.#fallback.heard(),
      onOnline: () => this.#online(),
      onOffline: () => this.#offline(),
      onOrder: (order) => this.#obey(order),
      onProblem: (problem) => options.say(problem ?? 'Events are stored on disk again.'),
    })
    this.#rooms = new RoomStates({ clock, send: (rooms) => this.#uplink.socket.rooms(rooms) })
    this.#recordings = openRecordings(options, this.#uplink, (cameraId) => this.#runControl.isStopped(cameraId))
    this.#measurements = openMeasurements(options, this.#uplink)
    this.#workers = options.makeWorkers({
      ...{ spoolDir: join(dataDir, 'spool'), clock, log, inference: this.#model, poser: this.#poses },
      emit: (event) => this.#take(event),
    })
    this.#shadow = new Shadow({
      client: this.#uplink.client,
      file: openDesiredFile(dataDir, log),
      clock,
      log,
      apply: (cameras) => this.#apply(cameras),
      inForce: inForceOf,
      onSettings: () => this.#reporter.settings(this.#shadow.cameras),
    })
    this.#runControl = this.#makeRunControl()
    this.#looks = this.#makeLooks()
    this.#inputs = this.#makeInputs()
    this.#fallback = this.#makeFallback()
    this.#rpc = this.#makeRpcServer()
  }

  start(): void {
    this.#uplink.start()
    this.#fallback.heard()
    this.#recordings?.start()
    this.#measurements?.start()
    this.#shadow.start()
  }

  async stop(): Promise<void> {
    this.#looks.stop()
    this.#fallback.stop()
    await Promise.all([this.#inputs.stop(), this.#shadow.stop(), this.#rpc.stop()])
    this.#rooms.stop()
    this.#recordings?.prepareStop()
    await Promise.all([this.#workers.stop(), this.#model.stop(), this.#poses.stop()])
    await Promise.all([this.#recordings?.stop(), this.#measurements?.stop()])
    await this.#uplink.stop()
  }

  #online(): void {
    this.#shadow.resume()
    this.#recordings?.resume()
    this.#measurements?.resume()
    this.#rooms.resume()
  }

  #connection(now: Connection): void {
    this.#reporter.connection(now)
    if (now.state === 'key-refused') this.#fallback.stop()
  }

  #makeRunControl(): RunControl {
    return new RunControl({
      configure: (cameras) => {
        this.#rooms.run(cameras)
        this.#workers.configure(cameras, this.#shadow.networks)
      },
      restartProgram: () => this.#options.clock.after(ANSWER_LEAVES_MS, () => this.#options.restartProgram?.()),
      onChange: () => this.#uplink.heartbeat.beatSoon(),
    })
  }

  #makeLooks(): CameraLooks {
    const { dataDir, clock, log, environment = {} } = this.#options
    const turn = createTurnCamera({ networks: () => this.#networks, environment })
    return new CameraLooks({
      ...{ clock, log, turn, file: openAwayFile(dataDir, log) },
      onAway: (cameraIds) => this.#workers.lookAway(cameraIds),
      onChange: () => this.#uplink.heartbeat.beatSoon(),
    })
  }

  #makeInputs(): InputWatch {
    const { clock, log, environment = {} } = this.#options
    return new InputWatch({
      ...{ clock, log, environment, networks: () => this.#networks },
      raise: (event) => this.#inputRaised(event),
    })
  }

  #makeFallback(): FallbackContacts {
    const { clock, log, environment = {} } = this.#options
    const { spool } = this.#uplink
    const parts = { cameras: () => this.#shadow.cameras, networks: () => this.#networks, environment }
    const fallback = new FallbackContacts({
      ...{ clock, log, contacts: () => this.#shadow.contacts },
      unanswered: (sinceMs) => spool.unanswered(sinceMs),
      drive: (order, signal) => driveContact(order, parts, signal),
    })
    spool.subscribe((event) => event && fallback.raised(event))
    return fallback
  }

  /** The footage must not wait for the service: the frames of this moment are retained for seconds. */
  #inputRaised(event: Omit<InputRaised, 'hasFootage'>): void {
    const { alertId, cameraId, occurredAt } = event
    const hasFootage = this.#statuses.get(cameraId)?.state === 'online'
    this.#uplink.spool.append({ ...event, hasFootage })
    if (hasFootage) {
      this.#workers.footage({ cameraId, appCode: SIGNAL, alertId, severity: 'high', since: occurredAt })
    }
  }

  get #networks(): NetworkRules {
    return { cidrs: this.#shadow.networks, isLoopbackAllowed: this.#options.isLoopbackAllowed ?? false }
  }

  #makeRpcServer(): RpcServer {
    const { log, sources = {}, environment = {} } = this.#options
    const handlers = createHandlers({
      runControl: this.#runControl,
      looks: this.#looks,
      askCamera: (request) => this.#workers.ask(request),
      cameras: () => this.#shadow.cameras,
      networks: () => this.#networks,
      sources,
      environment,
    })
    return new RpcServer({ handlers, log, send: (answer) => this.#uplink.socket.answer(answer) })
  }

  #take(event: WorkerEvent): void {
    const { spool, frames, socket } = this.#uplink
    switch (event.type) {
      case 'status':
        this.#statusChanged(event)
        break
      case 'incident':
      case 'proof':
        spool.append(event.type === 'incident' ? event.alert : event.proof)
        break
      case 'clip':
        this.#putClip(event)
        break
      case 'clip-failed':
        spool.clipLost(event, event.error)
        break
      case 'run':
      case 'segment':
      case 'pause':
        this.#recordings?.heard(event)
        break
      case 'seconds':
        this.#measurements?.heard(event)
        break
      case 'room':
        this.#rooms.heard(event)
        break
      case 'frame':
        this.#recordings?.offerSnapshot(event)
        this.#workerHealth.sawFrame(event.cameraId, event.capturedAtMs)
        frames.offer(event.cameraId, event)
        break
      case 'live-init':
        socket.liveInit(event)
        break
      case 'live':
        socket.live(event)
        break
      case 'heartbeat':
        this.#workerHealth.heard(event, this.#options.clock)
        break
      case 'worker-lost':
        this.#losses.note(event, this.#options.clock.now())
        this.#uplink.heartbeat.beatSoon()
    }
  }

  #putClip(clip: ClipMessage): void {
    const named = <T>(file: T) => ({ ...file, mediaId: uuidV7(this.#options.clock.now()) })
    const original = clip.original && named(clip.original)
    this.#uplink.spool.putClip({ ...named(clip), original, alertAtMs: Math.min(clip.durationMs, clip.alertAtMs) })
  }

  /** Errors of a worker are in the camera's status; this returns settings that no worker supports. */
  #apply(cameras: DesiredCamera[]): Map<string, SettingsError[]> {
    const wanted = new Set(cameras.map((camera) => camera.cameraId))
    for (const cameraId of this.#statuses.keys()) if (!wanted.has(cameraId)) this.#statuses.delete(cameraId)
    forgetCameras(join(this.#options.dataDir, 'spool'), wanted)
    this.#looks.configure(cameras)
    this.#inputs.configure(cameras)
    this.#runControl.configure(cameras)
    this.#rooms.configure(cameras)
    this.#recordings?.configure(cameras, this.#shadow.recordings)
    return this.#capabilities.take(cameras)
  }

  #statusChanged(status: CameraStatus): void {
    const { cameraId, state, reason } = status
    const before = this.#statuses.get(cameraId)
    this.#statuses.set(cameraId, status)
    this.#runControl.heard(cameraId)
    this.#recordings?.statusChanged(status)
    this.#rooms.statusChanged(status)
    if (addressErrorOf(reason) || state === 'online') this.#reportErrors(cameraId)
    if (before?.state === state && isDeepStrictEqual(before.reason, reason)) return
    if (state === 'offline' && before?.state === 'online') {
      this.#uplink.socket.liveEnded(cameraId)
    }
    this.#uplink.heartbeat.beatSoon()
    this.#reporter.camera(status, this.#shadow.cameras, this.#statuses)
  }

  #reportErrors(cameraId: string): void {
    const address = addressErrorOf(this.#statuses.get(cameraId)?.reason)
    this.#shadow.setErrors(cameraId, address ? [address] : (this.#capabilities.errors.get(cameraId) ?? []))
  }

  #modelChanged(): void {
    this.#workers.modelChanged()
    for (const { cameraId } of this.#shadow.cameras) this.#reportErrors(cameraId)
  }

  #reports(): CameraReport[] {
    return this.#shadow.cameras.map(({ cameraId }) => {
      const status = this.#statuses.get(cameraId)
      const running = this.#runControl.runningOf(cameraId, status)
      const report = { ...cameraReportOf(cameraId, status, this.#workerHealth.lastFrameAtMs(cameraId)), running }
      report.reason ??= report.isOnline ? this.#clockReason : null
      if (report.isOnline && this.#inputs.isLost(cameraId)) report.reason = INPUT_LOST
      const elsewhere = this.#looks.reasonOf(cameraId)
      if (elsewhere && report.isOnline) report.reason = { code: elsewhere, params: {} }
      const isStopped = this.#runControl.isStopped(cameraId)
      return isStopped ? { ...report, isOnline: false, reason: STOPPED } : report
    })
  }

  /** Why somebody should set the machine's clock; null: it is right, or unknown. */
  get #clockReason(): StatusReason | null {
    const { offsetMs, isConfirmed } = this.#options.clock
    const seconds = Math.round(Math.abs(offsetMs) / 1000)
    return isConfirmed && seconds > CLOCK_OFF_SECONDS
      ? { code: 'hub-clock', params: { seconds: String(seconds) } }
      : null
  }

  #describe(): HubMachine {
    return {
      ...describeMachine(this.#options.dataDir),
      startedAt: new Date(this.#startedAtMs).toISOString(),
      runnableApps: [...RUNNABLE_APPS],
      running: this.#runControl.runningOfDetection(this.#statuses),
      decoders: this.#options.decoders?.now ?? SOFTWARE_ALONE,
    }
  }

  #obey(order: WorkOrder): void {
    if (order.type === 'desired-changed') this.#shadow.changed()
    else if (order.type === 'ask') this.#rpc.take(order.askId, order.request, order.requestId)
    else if (order.type === 'footage-wanted') this.#workers.footage(order)
    else if (order.type === 'live-start') this.#workers.liveStart(order.cameraId, order.rendition)
    else if (order.type === 'live-stop') {
      this.#workers.liveStop(order.cameraId, order.rendition)
      this.#uplink.socket.liveStopped(order)
    } else this.#recordings?.obey(order)
  }

  /** After a reconnect the service requests again what is still watched. */
  #offline(): void {
    this.#recordings?.stopReaders()
    for (const { cameraId } of this.#shadow.cameras) {
      for (const rendition of LIVE_RENDITIONS) this.#workers.liveStop(cameraId, rendition)
    }
  }
}

const INPUT_LOST = { code: 'input-lost', params: {} } as const
const STOPPED = { code: 'stopped', params: {} } as const
/** A machine that is further off would give wrong times until the service is reached again. */
const CLOCK_OFF_SECONDS = 60
/** Time to send the answer before the program exits, ms. */
const ANSWER_LEAVES_MS = 300
