/** The hub's recordings without workers and service: simulates a worker's files and messages, and records uploads. */
import { closeSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CallError } from '@mimamori/contract/client.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { afterEach, beforeEach } from 'vitest'
import { Recordings } from '#control/recordings.ts'
import { uuidV7 } from '#platform/clock.ts'
import {
  CAMERA_ID,
  desiredCamera,
  type ManualClock,
  manualClock,
  temporaryFolder,
} from '#platform/testing/hub-parts.ts'
import { initName, segmentName } from '#uplink/recording/recording-folder.ts'
import { RecordingStore } from '#uplink/recording/recording-store.ts'

export const START_MS = Date.UTC(2026, 10, 20)
export const GIB = 1024 ** 3
export const SECOND = 1000
export const recorded = (more: Partial<DesiredCamera> = {}) => desiredCamera({ recording: { schedule: null }, ...more })
export const after = (seconds: number) => new Date(START_MS + seconds * SECOND).toISOString()

type Request = { params?: { id?: string }; query?: object; body?: object }
type Sent = { key: string; id?: string; query?: object; body?: object }

/** A new stage for each test. Call it at the top. */
export function recordingsStage(): Stage {
  const stage = new Stage()
  beforeEach(() => stage.set())
  afterEach(() => stage.strike())
  return stage
}

class Stage {
  clock!: ManualClock
  /** Calls to the service, without those about retained segments. */
  sent: Sent[] = []
  isOnline = true
  /** Reports of a damaged index. */
  damages = 0
  freeBytes = 0
  readFree = () => 0
  open: Recordings[] = []
  /** The service's answer about retained segments. */
  isStored = false
  archived: string[] = []
  unknown: string[] = []
  wanted: string[] = []
  compared: string[][] = []
  #folder!: ReturnType<typeof temporaryFolder>

  set(): void {
    this.#folder = temporaryFolder()
    this.clock = manualClock(START_MS)
    this.isOnline = true
    this.damages = 0
    this.freeBytes = 100 * GIB
    this.readFree = () => this.freeBytes
    this.isStored = false
    for (const list of [this.sent, this.archived, this.unknown, this.wanted, this.compared]) list.length = 0
  }

  async strike(): Promise<void> {
    for (const recordings of this.open.splice(0)) await recordings.stop()
    this.#folder.remove()
  }

  start(stopped = new Set<string>()): Recordings {
    const take = (key: string, request: Request) => this.#take(key, request)
    const recordings = new Recordings({
      folder: join(this.#folder.path, 'recordings'),
      spool: { waiting: 0, nextClip: () => null },
      client: { put: take as never, call: take as never, get: take as never },
      environment: {},
      socket: { segmentPart: () => {}, segmentEnded: () => {}, backlogBytes: 0 },
      clock: this.clock,
      log: () => {},
      disk: { freeBytes: () => this.readFree(), totalBytes: () => 20 * GIB },
      isStopped: (cameraId) => stopped.has(cameraId),
      watch: { ...this.clock, damaged: () => void this.damages++ },
    })
    recordings.start()
    this.open.push(recordings)
    return recordings
  }

  /** Simulates a worker: writes a run with segments of six seconds, and sends its messages. */
  run(recordings: Recordings, startedAtMs: number) {
    const runId = uuidV7(startedAtMs)
    const inside = join(this.#folder.path, 'recordings', CAMERA_ID, runId)
    const track = { codec: 'avc1.42c01e', width: 160, height: 90, people: 'blurred' as const }
    const path = join(inside, initName(track))
    mkdirSync(inside, { recursive: true })
    writeFileSync(path, 'init')
    recordings.heard({ type: 'run', cameraId: CAMERA_ID, runId, path, startedAtMs, ...track })
    let count = 0
    return {
      inside,
      /** Only the file, as when the hub ended before it received the message. */
      write(bytes = 10) {
        const atMs = startedAtMs + count++ * 6 * SECOND
        const segmentId = uuidV7(atMs)
        const segment = { id: segmentId, startedAtMs: atMs, durationMs: 6 * SECOND }
        const file = join(inside, segmentName(segment))
        writeFileSync(file, Buffer.alloc(bytes))
        return { type: 'segment' as const, cameraId: CAMERA_ID, runId, segmentId, path: file, ...segment }
      },
      segment(bytes?: number) {
        const message = this.write(bytes)
        recordings.heard(message)
        return message
      },
    }
  }

  /** Fills the index beyond SQLite's page cache. */
  fillIndex(): void {
    const store = new RecordingStore(join(this.#folder.path, 'recordings'))
    const gap = {
      kind: 'gap' as const,
      cameraId: CAMERA_ID,
      startedAtMs: 1,
      endedAtMs: 2,
      cause: 'camera-lost' as const,
    }
    for (let i = 0; i < 600; i++) store.add({ ...gap, id: `${i} ${'x'.repeat(9000)}` })
    store.close()
  }

  /** Overwrites its pages, except the first. */
  damageIndex(): void {
    const file = openSync(this.indexPath, 'r+')
    writeSync(file, Buffer.alloc(statSync(this.indexPath).size - 4096, 0xa5), 0, undefined, 4096)
    closeSync(file)
  }

  get indexPath(): string {
    return join(this.#folder.path, 'recordings', 'index.sqlite')
  }

  gaps() {
    return this.sent.filter(({ key }) => key === 'recording.putGap').map(({ body }) => body)
  }

  uploads(): string[] {
    return this.sent.map(({ key }) => key.replace('recording.put', ''))
  }

  async #take(key: string, { params, query, body }: Request): Promise<object> {
    if (!this.isOnline) throw new CallError(0, { key: 'offline', message: 'no service' })
    if (key === 'recording.wantedRetained') return { ids: this.wanted.splice(0) }
    if (key === 'recording.compareRetained') {
      this.compared.push((body as { ids: string[] }).ids)
      return { unknown: this.unknown.splice(0), isMore: false }
    }
    this.sent.push({ key, id: params?.id, query, body })
    return { isStored: this.isStored, archived: this.archived.splice(0) }
  }
}
