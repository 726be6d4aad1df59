/** The bytes of a live picture on their way into a media element: one socket, one source buffer, always at the edge. */
import type { LiveNotice } from '@mimamori/contract/live.ts'
import { LIVE_HEADER_BYTES, readLiveHeader } from '@mimamori/contract/live-header.ts'
import { edgeStep } from './live-edge.ts'

export type EndKey = Extract<LiveNotice, { type: 'ended' }>['key'] | 'codec-unknown'
type Handlers = {
  /** The hub was asked and no picture came yet. */
  onWaiting: () => void
  /** A picture taken at this time (ms since the epoch, hub's clock) has arrived. */
  onPicture: (capturedAtMs: number) => void
  /** The service ended the view for good. */
  onEnd: (key: EndKey) => void
  /** The line broke; the caller may open another source. */
  onLost: () => void
}

/**
 * Opens the socket at once. The answered function closes everything and is safe to call twice. A browser without Media
 * Source Extensions (a phone's Safari) is one that cannot play the format.
 */
export function openLiveSource(video: HTMLVideoElement, socketUrl: string, on: Handlers): () => void {
  if (!('MediaSource' in globalThis)) {
    on.onEnd('codec-unknown')
    return () => {}
  }
  const media = new MediaSource()
  const objectUrl = URL.createObjectURL(media)
  video.src = objectUrl
  const opened = new Promise<void>((resolve) => media.addEventListener('sourceopen', () => resolve(), { once: true }))
  const socket = new WebSocket(socketUrl)
  socket.binaryType = 'arraybuffer'
  let feed: Feed | null = null
  let isOver = false

  const close = () => {
    if (isOver) return
    isOver = true
    video.removeEventListener('error', lose)
    socket.close()
    URL.revokeObjectURL(objectUrl)
  }
  const lose = () => {
    if (isOver) return
    close()
    on.onLost()
  }
  const end = (key: EndKey) => {
    close()
    on.onEnd(key)
  }
  const takeNotice = async (notice: LiveNotice) => {
    if (notice.type === 'waiting') return on.onWaiting()
    if (notice.type === 'ended') return end(notice.key)
    const type = `video/mp4; codecs="${notice.codec}"`
    if (!MediaSource.isTypeSupported(type)) return end('codec-unknown')
    await opened
    if (isOver || media.readyState !== 'open') return
    if (feed) feed.changeType(type)
    else feed = new Feed(video, media.addSourceBuffer(type))
  }

  let order = Promise.resolve()
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    // The init notice waits for the media source; everything behind it must wait too.
    order = order.then(async () => {
      if (isOver) return
      if (typeof data === 'string') return takeNotice(JSON.parse(data) as LiveNotice)
      const header = readLiveHeader(new Uint8Array(data))
      if (!header || !feed) return
      feed.push(new Uint8Array(data, LIVE_HEADER_BYTES))
      if (!header.isInit) on.onPicture(header.capturedAtMs)
    })
  }
  socket.onclose = lose
  // A picture that cannot be decoded: the next one begins at a key frame.
  video.addEventListener('error', lose)
  return close
}

/** A jump that takes longer has landed where nothing is, and is made again. */
const SEEK_MS = 5_000

/** Appends what came, all of it at once, whenever the source buffer is free. */
class Feed {
  readonly #video: HTMLVideoElement
  readonly #buffer: SourceBuffer
  #waiting: Uint8Array[] = []
  #soughtAtMs = 0

  constructor(video: HTMLVideoElement, buffer: SourceBuffer) {
    this.#video = video
    this.#buffer = buffer
    buffer.mode = 'segments'
    buffer.addEventListener('updateend', () => this.#next())
  }

  changeType(type: string): void {
    this.#waiting = []
    this.#buffer.changeType(type)
  }

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    if (!this.#buffer.updating) this.#append()
  }

  #next(): void {
    if (!this.#keepEdge()) this.#append()
  }

  #append(): void {
    if (this.#waiting.length === 0) return
    const bytes = joined(this.#waiting)
    this.#waiting = []
    try {
      this.#buffer.appendBuffer(bytes)
    } catch {
      // A full buffer or a removed source: the next key frame starts afresh.
      this.#waiting = []
    }
  }

  /** Answers true when it started a removal, which keeps the buffer busy. */
  #keepEdge(): boolean {
    const { buffered, currentTime: currentS, seeking } = this.#video
    const isSeeking = seeking && performance.now() - this.#soughtAtMs < SEEK_MS
    if (buffered.length === 0) return false
    const startS = buffered.start(0)
    const endS = buffered.end(buffered.length - 1)
    const step = edgeStep({ startS, endS, currentS, isSeeking })
    if (step.seekToS !== null) {
      this.#soughtAtMs = performance.now()
      this.#video.currentTime = step.seekToS
    }
    this.#video.playbackRate = step.rate
    if (this.#video.paused) void this.#video.play().catch(() => undefined)
    if (step.removeBeforeS === null || this.#buffer.updating) return false
    this.#buffer.remove(0, step.removeBeforeS)
    return true
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
