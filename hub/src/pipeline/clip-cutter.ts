/** Waits for the seconds after an incident, then writes its clip as a file that starts playing at once. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { progressiveMp4 } from '#media/mp4.ts'
import { TIMESCALE } from '#media/mp4-box.ts'
import type { SampleRing } from './sample-ring.ts'
import type { ClipFailedMessage, ClipMessage } from './worker-message.ts'

/** All times in ms since the epoch, capture time. */
export type ClipWish = { incidentId: string; cameraId: string; occurredAtMs: number; fromMs: number; untilMs: number }

export type ClipSink = { onClip: (clip: ClipMessage) => void; onClipFailed: (failed: ClipFailedMessage) => void }

const NO_PICTURES = 'The camera gave no pictures around the alert.'

export class ClipCutter {
  #folder: string
  #sink: ClipSink
  #wishes: ClipWish[] = []
  #writing = new Set<Promise<void>>()

  constructor(folder: string, sink: ClipSink) {
    this.#folder = folder
    this.#sink = sink
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
      else this.#fail(wish, NO_PICTURES)
    }
  }

  /** Resolves when every file is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  #write(wish: ClipWish, ring: SampleRing): void {
    const samples = ring.cut(wish.fromMs, wish.untilMs)
    const first = samples[0]
    const last = samples.at(-1)
    if (!first || !last) {
      this.#fail(wish, NO_PICTURES)
      return
    }
    const job = this.#save(wish.incidentId, progressiveMp4(ring.track, samples)).then(
      ({ path, byteLength }) =>
        this.#sink.onClip({
          incidentId: wish.incidentId,
          cameraId: wish.cameraId,
          path,
          byteLength,
          startedAtMs: first.capturedAtMs,
          durationMs: Math.max(1, Math.round(((last.time + last.duration - first.time) / TIMESCALE) * 1000)),
          incidentAtMs: Math.max(0, Math.round(wish.occurredAtMs - first.capturedAtMs)),
        }),
      (error: NodeJS.ErrnoException) => this.#fail(wish, wordsFor(error)),
    )
    this.#writing.add(job)
    void job.finally(() => this.#writing.delete(job))
  }

  /** Under a temporary name first: a clip with its final name is whole. */
  async #save(incidentId: string, file: Buffer): Promise<{ path: string; byteLength: number }> {
    const path = join(this.#folder, `${incidentId}.mp4`)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(`${path}.part`, file)
    await rename(`${path}.part`, path)
    return { path, byteLength: file.length }
  }

  #fail(wish: ClipWish, reason: string): void {
    this.#sink.onClipFailed({ incidentId: wish.incidentId, cameraId: wish.cameraId, reason })
  }
}

function wordsFor(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOSPC') return 'The clip could not be stored: the disk of the hub is full.'
  return `The clip could not be stored (${error.code ?? error.message}).`
}
