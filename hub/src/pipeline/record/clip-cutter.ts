/**
 * Waits for the seconds after an incident, then writes its clip as a file that starts playing at once; and, where some may
 * see people blurred alone, a copy for them behind it. CAM-09. Of H.265 the clip is made, since not every browser plays that,
 * and what the camera sent lies beside it, as it came. REAL-07.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import { progressiveMp4 } from '#mp4/mp4.ts'
import { TIMESCALE, type Track } from '#mp4/mp4-box.ts'
import { paintAll } from '../frame/image-chain.ts'
import type { Look } from '../frame/image-painter.ts'
import { OneByOne } from '../frame/one-by-one.ts'
import { AS_TAKEN } from '../frame/privacy.ts'
import { packetsOf } from '../media/retained-packets.ts'
import type { SampleRing, TimedSample } from '../media/sample-ring.ts'
import type { ClipMessage, WorkerEvent } from '../worker-message.ts'

/** All times in ms since the epoch, capture time. */
type ClipRequest = {
  alertId: string
  cameraId: string
  occurredAtMs: number
  fromMs: number
  untilMs: number
  /** How its blurred copy looks; null: none is made. */
  copy: Look | null
}

type Emit = (event: Extract<WorkerEvent, { type: 'clip' | 'clip-failed' }>) => void

const NO_IMAGES: ClipError = { code: 'no-images', params: {} }
const TOO_BUSY: ClipError = { code: 'copy-too-busy', params: {} }
/** Painting takes a core for seconds: copies of all cameras of this process are made one after the other. */
const COPIES_WAITING_MAX = 8
const copiesOfAll = new OneByOne(COPIES_WAITING_MAX)

type Film = { track: Track; samples: TimedSample[] }

export class ClipCutter {
  #folder: string
  #emit: Emit
  #copies: OneByOne
  #requests: ClipRequest[] = []
  #writing = new Set<Promise<void>>()

  /** `copies`: where they wait. */
  constructor(folder: string, emit: Emit, copies = copiesOfAll) {
    this.#folder = folder
    this.#emit = emit
    this.#copies = copies
  }

  request(request: ClipRequest): void {
    this.#requests.push(request)
  }

  /** Since when the ring must not forget; Infinity when nothing waits. */
  get neededFromMs(): number {
    return this.#requests.reduce((oldest, request) => Math.min(oldest, request.fromMs), Number.POSITIVE_INFINITY)
  }

  /** To be called with each new frame. */
  advance(ring: SampleRing, capturedAtMs: number): void {
    if (this.#requests.length === 0) return
    const due = this.#requests.filter((request) => request.untilMs <= capturedAtMs)
    if (due.length === 0) return
    this.#requests = this.#requests.filter((request) => request.untilMs > capturedAtMs)
    for (const request of due) this.#write(request, ring)
  }

  /** The stream ended or changed its format: waiting clips are made of what there is. */
  cutNow(ring: SampleRing | null): void {
    const requests = this.#requests
    this.#requests = []
    for (const request of requests) {
      if (ring) this.#write(request, ring)
      else this.#failBoth(request, NO_IMAGES)
    }
  }

  /** Resolves when every file is written, but for the copies: nobody waits for those. */
  async idle(): Promise<void> {
    await Promise.all(this.#writing)
  }

  #write(request: ClipRequest, ring: SampleRing): void {
    const samples = ring.cut(request.fromMs, request.untilMs)
    if (samples.length === 0) {
      this.#failBoth(request, NO_IMAGES)
      return
    }
    const retained = () => packetsOf(ring, samples)
    const taken = { track: ring.track, samples }
    const isPlayable = ring.track.coding === 'h264'
    const playable = isPlayable ? Promise.resolve(taken) : paintAll(retained(), AS_TAKEN)
    const job = this.#finish(request, playable, isPlayable ? null : taken)
    this.#writing.add(job)
    void job.finally(() => this.#writing.delete(job))
    const { copy } = request
    if (!copy) return
    const paint = () => this.#finish(request, paintAll(retained(), copy), 'blurred')
    void job.then(() => this.#copies.add(paint) || this.#fail(request, TOO_BUSY, true))
  }

  /** `beside`: what the camera sent, where the clip is made of it; `blurred`: it is the copy. */
  async #finish(request: ClipRequest, playable: Promise<Film | null>, beside: Film | 'blurred' | null): Promise<void> {
    const isBlurred = beside === 'blurred'
    try {
      const film = await playable
      if (film?.samples.length) await this.#deliver(request, film, isBlurred, isBlurred ? null : beside)
      else this.#fail(request, NO_IMAGES, isBlurred)
    } catch (error) {
      this.#fail(request, storingError(error as NodeJS.ErrnoException), isBlurred)
    }
  }

  async #deliver(
    request: ClipRequest,
    { track, samples }: Film,
    isBlurred: boolean,
    taken: Film | null,
  ): Promise<void> {
    const first = samples[0]!
    const last = samples.at(-1)!
    const name = isBlurred ? `${request.alertId}-blurred` : request.alertId
    const { path, byteLength } = await this.#save(name, progressiveMp4(track, samples))
    const original = taken && (await this.#saveOriginal(request, taken))
    const durationMs = Math.max(1, Math.round(((last.time + last.duration - first.time) / TIMESCALE) * 1000))
    const alertAtMs = Math.max(0, Math.round(request.occurredAtMs - first.capturedAtMs))
    this.#emit({
      type: 'clip',
      alertId: request.alertId,
      cameraId: request.cameraId,
      path,
      byteLength,
      startedAtMs: first.capturedAtMs,
      durationMs,
      alertAtMs,
      isBlurred,
      original,
    })
  }

  /** Null when the disk refuses: the clip itself is there. */
  async #saveOriginal({ alertId }: ClipRequest, { track, samples }: Film): Promise<ClipMessage['original']> {
    try {
      return { ...(await this.#save(`${alertId}-original`, progressiveMp4(track, samples))), codec: track.codec }
    } catch {
      return null
    }
  }

  /** Under a temporary name first: a clip with its final name is whole. */
  async #save(name: string, file: Buffer): Promise<{ path: string; byteLength: number }> {
    const path = join(this.#folder, `${name}.mp4`)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(`${path}.part`, file)
    await rename(`${path}.part`, path)
    return { path, byteLength: file.length }
  }

  #failBoth(request: ClipRequest, error: ClipError): void {
    this.#fail(request, error, false)
    if (request.copy) this.#fail(request, error, true)
  }

  #fail({ alertId }: ClipRequest, error: ClipError, isBlurred: boolean): void {
    this.#emit({ type: 'clip-failed', alertId, error, isBlurred })
  }
}

function storingError({ code, message }: NodeJS.ErrnoException): ClipError {
  if (code === 'ENOSPC') return { code: 'disk-full', params: {} }
  return { code: 'not-stored', params: { detail: code ?? message } }
}
