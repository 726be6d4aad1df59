/**
 * Waits for the seconds after an incident, then writes its clip as a file that starts playing at once; and, where some may
 * see people blurred alone, a copy for them behind it. CAM-09.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import { progressiveMp4 } from '#mp4/mp4.ts'
import { TIMESCALE, type Track } from '#mp4/mp4-box.ts'
import { packetsOf } from '../ingest/kept-packets.ts'
import { OneByOne } from '../live/one-by-one.ts'
import { paintAll } from '../live/picture-chain.ts'
import type { Look } from '../live/picture-painter.ts'
import { AS_TAKEN } from '../live/privacy.ts'
import type { WorkerEvent } from '../worker/worker-message.ts'
import type { SampleRing, TimedSample } from './sample-ring.ts'

/** All times in ms since the epoch, capture time. */
type ClipWish = {
  alertId: string
  cameraId: string
  occurredAtMs: number
  fromMs: number
  untilMs: number
  /** How its blurred copy looks; null: none is made. */
  copy: Look | null
}

type Emit = (event: Extract<WorkerEvent, { type: 'clip' | 'clip-failed' }>) => void

const NO_PICTURES: ClipError = { code: 'no-pictures', params: {} }
const TOO_BUSY: ClipError = { code: 'copy-too-busy', params: {} }
/** Painting takes a core for seconds: copies of all cameras of this process are made one after the other. */
const COPIES_WAITING_MAX = 8
const copiesOfAll = new OneByOne(COPIES_WAITING_MAX)

type Film = { track: Track; samples: TimedSample[] }

export class ClipCutter {
  #folder: string
  #emit: Emit
  #extradata: () => Buffer
  #copies: OneByOne
  #wishes: ClipWish[] = []
  #writing = new Set<Promise<void>>()

  /** `extradata`: of the stream, for cameras whose pictures are turned into H.264 first. `copies`: where they wait. */
  constructor(folder: string, emit: Emit, extradata: () => Buffer, copies = copiesOfAll) {
    this.#folder = folder
    this.#emit = emit
    this.#extradata = extradata
    this.#copies = copies
  }

  wish(wish: ClipWish): void {
    this.#wishes.push(wish)
  }

  /** Since when the ring must not forget; Infinity when nothing waits. */
  get neededFromMs(): number {
    return this.#wishes.reduce((oldest, wish) => Math.min(oldest, wish.fromMs), Number.POSITIVE_INFINITY)
  }

  /** To be called with each new picture. */
  advance(ring: SampleRing, capturedAtMs: number): void {
    if (this.#wishes.length === 0) return
    const due = this.#wishes.filter((wish) => wish.untilMs <= capturedAtMs)
    if (due.length === 0) return
    this.#wishes = this.#wishes.filter((wish) => wish.untilMs > capturedAtMs)
    for (const wish of due) this.#write(wish, ring)
  }

  /** The stream ended or changed its format: waiting clips are made of what there is. */
  cutNow(ring: SampleRing | null): void {
    const wishes = this.#wishes
    this.#wishes = []
    for (const wish of wishes) {
      if (ring) this.#write(wish, ring)
      else this.#failBoth(wish, NO_PICTURES)
    }
  }

  /** Resolves when every file is written, but for the copies: nobody waits for those. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  #write(wish: ClipWish, ring: SampleRing): void {
    const samples = ring.cut(wish.fromMs, wish.untilMs)
    if (samples.length === 0) {
      this.#failBoth(wish, NO_PICTURES)
      return
    }
    const extradata = this.#extradata()
    const kept = () => packetsOf(ring, samples, extradata)
    const playable = ring.track ? Promise.resolve({ track: ring.track, samples }) : paintAll(kept(), AS_TAKEN)
    const job = this.#finish(wish, playable, false)
    this.#writing.add(job)
    void job.finally(() => this.#writing.delete(job))
    const { copy } = wish
    if (!copy) return
    const paint = () => this.#finish(wish, paintAll(kept(), copy), true)
    void job.then(() => this.#copies.add(paint) || this.#fail(wish, TOO_BUSY, true))
  }

  async #finish(wish: ClipWish, playable: Promise<Film | null>, isBlurred: boolean): Promise<void> {
    try {
      const film = await playable
      if (film?.samples.length) await this.#deliver(wish, film, isBlurred)
      else this.#fail(wish, NO_PICTURES, isBlurred)
    } catch (error) {
      this.#fail(wish, storingError(error as NodeJS.ErrnoException), isBlurred)
    }
  }

  async #deliver(wish: ClipWish, { track, samples }: Film, isBlurred: boolean): Promise<void> {
    const first = samples[0]!
    const last = samples.at(-1)!
    const name = isBlurred ? `${wish.alertId}-blurred` : wish.alertId
    const { path, byteLength } = await this.#save(name, progressiveMp4(track, samples))
    const durationMs = Math.max(1, Math.round(((last.time + last.duration - first.time) / TIMESCALE) * 1000))
    const alertAtMs = Math.max(0, Math.round(wish.occurredAtMs - first.capturedAtMs))
    this.#emit({
      type: 'clip',
      alertId: wish.alertId,
      cameraId: wish.cameraId,
      path,
      byteLength,
      startedAtMs: first.capturedAtMs,
      durationMs,
      alertAtMs,
      isBlurred,
    })
  }

  /** Under a temporary name first: a clip with its final name is whole. */
  async #save(name: string, file: Buffer): Promise<{ path: string; byteLength: number }> {
    const path = join(this.#folder, `${name}.mp4`)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(`${path}.part`, file)
    await rename(`${path}.part`, path)
    return { path, byteLength: file.length }
  }

  #failBoth(wish: ClipWish, error: ClipError): void {
    this.#fail(wish, error, false)
    if (wish.copy) this.#fail(wish, error, true)
  }

  #fail({ alertId }: ClipWish, error: ClipError, isBlurred: boolean): void {
    this.#emit({ type: 'clip-failed', alertId, error, isBlurred })
  }
}

function storingError({ code, message }: NodeJS.ErrnoException): ClipError {
  if (code === 'ENOSPC') return { code: 'disk-full', params: {} }
  return { code: 'not-stored', params: { detail: code ?? message } }
}
