/** Brings a live video's bytes to the screen: one socket, and the first player that this browser supports. */
import type { LiveNotice } from '@mimamori/contract/footage/live.ts'
import { LIVE_HEADER_BYTES, readLiveHeader, SNAPSHOTS_CODEC } from '@mimamori/contract/footage/live-header.ts'
import type { DecoderPlayer } from './live-decoder.ts'
import { edgeStep } from './live-edge.ts'
import type { SnapshotsPlayer } from './live-snapshots.ts'

export type EndKey = Extract<LiveNotice, { type: 'ended' }>['key'] | 'codec-unknown'
/** `stream`: the media element; `frames`: the page decodes and draws each frame; `snapshots`: draws two JPEGs a second. */
export type PlayedAs = 'stream' | 'frames' | 'snapshots'
type Player = { as: PlayedAs; by: StreamPlayer | DecoderPlayer | SnapshotsPlayer }
/** Where video is shown: the media element, and the canvas for browsers that cannot feed it. */
export type Screen = { video: HTMLVideoElement; canvas: HTMLCanvasElement }
export type LiveSource = {
  /** Closes everything; safe to call twice. */
  close(): void
  /** Changes when a frame is shown; null while unknown. */
  shown(): number | null
}
type Handlers = {
  onPlayedAs: (as: PlayedAs) => void
  /** The hub was asked, and no frame has arrived yet. */
  onWaiting: () => void
  /** A frame captured at this time (ms since the epoch, hub's clock) has arrived. */
  onImage: (capturedAtMs: number) => void
  /** The service ended the view for good. */
  onEnd: (key: EndKey) => void
  /** The connection was lost; the caller may open another source. */
  onLost: () => void
}

/** Opens the socket at once. A format that neither the media element nor a decoder supports ends it with `codec-unknown`. */
export function openLiveSource(screen: Screen, socketUrl: string, on: Handlers): LiveSource {
  const stream = new StreamPlayer(screen.video)
  const socket = new WebSocket(socketUrl)
  socket.binaryType = 'arraybuffer'
  let frames: DecoderPlayer | null = null
  let player: Player | null = null
  let isOver = false

  const close = () => {
    if (isOver) return
    isOver = true
    screen.video.removeEventListener('error', lose)
    socket.close()
    stream.close()
    frames?.close()
  }
  const lose = () => {
    if (isOver) return
    close()
    on.onLost()
  }
  const end = (key: EndKey) => {
    if (isOver) return
    close()
    on.onEnd(key)
  }
  const beginFrames = async (codec: string): Promise<DecoderPlayer | null> => {
    const { DecoderPlayer } = await import('./live-decoder.ts')
    // A decoder that fails before its first frame would fail again.
    frames ??= new DecoderPlayer(screen.canvas, () => (frames?.shown === 0 ? end('codec-unknown') : lose()))
    return (await frames.begin(codec)) ? frames : null
  }
  const playerFor = async (codec: string): Promise<Player | null> => {
    if (codec === SNAPSHOTS_CODEC) {
      const { SnapshotsPlayer } = await import('./live-snapshots.ts')
      return { as: 'snapshots', by: new SnapshotsPlayer(screen.canvas) }
    }
    if (await stream.begin(codec)) return { as: 'stream', by: stream }
    const drawn = await beginFrames(codec)
    return drawn && { as: 'frames', by: drawn }
  }
  const takeNotice = async (notice: LiveNotice) => {
    if (notice.type === 'waiting') return on.onWaiting()
    if (notice.type === 'ended') return end(notice.key)
    player = await playerFor(notice.codec)
    if (isOver) return frames?.close()
    if (!player) return end('codec-unknown')
    on.onPlayedAs(player.as)
  }
  const take = async (data: string | ArrayBuffer) => {
    if (isOver) return
    if (typeof data === 'string') return takeNotice(JSON.parse(data) as LiveNotice)
    const header = readLiveHeader(new Uint8Array(data))
    if (!header || !player) return
    await player.by.push({ ...header, bytes: new Uint8Array(data, LIVE_HEADER_BYTES) })
    if (!header.isInit) on.onImage(header.capturedAtMs)
  }

  let order = Promise.resolve()
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    // The init notice waits for the player; all following messages must wait as well.
    order = order.then(() => take(data)).catch(lose)
  }
  socket.onclose = lose
  // A frame could not be decoded: a new source begins at a key frame.
  screen.video.addEventListener('error', lose)
  return { close, shown: () => (player ? player.by.shown : null) }
}

/** Safari on iPhones has only the managed one, from iOS 17.1 on. */
function mediaSource(): typeof MediaSource | undefined {
  const { MediaSource: plain, ManagedMediaSource: managed } = globalThis as {
    MediaSource?: typeof MediaSource
    ManagedMediaSource?: typeof MediaSource
  }
  return plain ?? managed
}

/** Feeds the media element, if the browser has Media Source Extensions. */
class StreamPlayer {
  readonly #video: HTMLVideoElement
  readonly #media: MediaSource | null = null
  readonly #objectUrl: string = ''
  readonly #opened: Promise<void> = Promise.resolve()
  #feed: Feed | null = null

  /** Starts to open the source at once, so that the first frame need not wait for it. */
  constructor(video: HTMLVideoElement) {
    this.#video = video
    const Source = mediaSource()
    if (!Source) return
    const media = new Source()
    this.#media = media
    this.#opened = new Promise((resolve) => media.addEventListener('sourceopen', () => resolve(), { once: true }))
    this.#objectUrl = URL.createObjectURL(media)
    // A managed source opens only for a video with remote playback disabled.
    video.disableRemotePlayback = true
    video.src = this.#objectUrl
  }

  /** Increases during playback; null while seeking. */
  get shown(): number | null {
    return this.#video.seeking ? null : this.#video.currentTime
  }

  /** Returns whether the media element plays this format. */
  async begin(codec: string): Promise<boolean> {
    const type = `video/mp4; codecs="${codec}"`
    if (!this.#media || !mediaSource()?.isTypeSupported(type)) return false
    await this.#opened
    if (this.#media.readyState !== 'open') return false
    if (this.#feed) this.#feed.changeType(type)
    else this.#feed = new Feed(this.#video, this.#media.addSourceBuffer(type))
    return true
  }

  push({ bytes }: { bytes: Uint8Array }): void {
    this.#feed?.push(bytes)
  }

  close(): void {
    if (this.#objectUrl) URL.revokeObjectURL(this.#objectUrl)
  }
}

/** A seek that takes longer has reached a gap, and is repeated. */
const SEEK_MS = 5_000

/** Appends all received data at once, whenever the source buffer is free. */
class Feed {
  readonly #video: HTMLVideoElement
  readonly #buffer: SourceBuffer
  #waiting: Uint8Array[] = []
  #soughtAtMs = 0
  /** Number of frames in the last append, and the end of the buffer before it. */
  #appended = 0
  #endedS = 0
  #frameS = 0

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
    this.#appended = this.#waiting.length
    this.#waiting = []
    try {
      this.#buffer.appendBuffer(bytes)
    } catch {
      // A full buffer or a removed source: continue at the next key frame.
      this.#waiting = []
    }
  }

  /** Measures the distance of frames, where there is no gap. */
  #measure(lastStartS: number, endS: number): void {
    const grownS = endS - this.#endedS
    if (this.#appended > 0 && grownS > 0 && this.#endedS >= lastStartS) this.#frameS = grownS / this.#appended
    this.#appended = 0
    this.#endedS = endS
  }

  /** Returns true if it started a removal, which keeps the buffer busy. */
  #keepEdge(): boolean {
    const { buffered, currentTime: currentS, seeking } = this.#video
    const isSeeking = seeking && performance.now() - this.#soughtAtMs < SEEK_MS
    if (buffered.length === 0) return false
    const startS = buffered.start(0)
    const lastStartS = buffered.start(buffered.length - 1)
    const endS = buffered.end(buffered.length - 1)
    this.#measure(lastStartS, endS)
    const step = edgeStep({ startS, lastStartS, endS, frameS: this.#frameS, currentS, isSeeking })
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
