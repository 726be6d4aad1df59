/** Live video without a media element: decodes and draws each frame. For browsers without Media Source Extensions. */

type PlayedBytes = { bytes: Uint8Array; isInit: boolean; isKey: boolean }

/** If more frames wait for the decoder, it continues at the next key frame. */
const QUEUE_MAX = 30

/** Draws live frames on a canvas. `onError`: a frame could not be decoded; the player is unusable after that. */
export class DecoderPlayer {
  readonly #canvas: HTMLCanvasElement
  readonly #onError: () => void
  #decoder: VideoDecoder | null = null
  #codec = ''
  #mustWaitForKey = true
  #sent = 0
  #shown = 0

  constructor(canvas: HTMLCanvasElement, onError: () => void) {
    this.#canvas = canvas
    this.#onError = onError
  }

  /** Increases with each drawn frame. */
  get shown(): number {
    return this.#shown
  }

  /** Returns whether the browser decodes this format. Browsers offer decoders only to pages with TLS. */
  async begin(codec: string): Promise<boolean> {
    if (!('VideoDecoder' in globalThis)) return false
    const { supported } = await VideoDecoder.isConfigSupported({ codec }).catch(() => ({ supported: false }))
    this.#codec = codec
    return supported === true
  }

  push({ bytes, isInit, isKey }: PlayedBytes): void {
    if (isInit) {
      this.#configure(bytes)
      return
    }
    const decoder = this.#decoder
    const data = boxIn(bytes, 'mdat')
    if (decoder?.state !== 'configured' || !data) return
    if (decoder.decodeQueueSize > QUEUE_MAX) this.#mustWaitForKey = true
    if (this.#mustWaitForKey && !isKey) return
    this.#mustWaitForKey = false
    decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: this.#sent++, data }))
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = null
  }

  #configure(init: Uint8Array): void {
    this.close()
    const description = boxIn(init, 'avcC') ?? boxIn(init, 'hvcC')
    if (!description) {
      this.#onError()
      return
    }
    this.#mustWaitForKey = true
    this.#decoder = new VideoDecoder({ output: (frame) => this.#draw(frame), error: this.#onError })
    this.#decoder.configure({ codec: this.#codec, description, optimizeForLatency: true })
  }

  #draw(frame: VideoFrame): void {
    const { displayWidth, displayHeight } = frame
    const canvas = this.#canvas
    if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
      canvas.width = displayWidth
      canvas.height = displayHeight
    }
    canvas.getContext('2d')?.drawImage(frame, 0, 0)
    frame.close()
    this.#shown++
  }
}

const BOX_HEAD_BYTES = 8

/** Content of the first box of this type at any depth; null if absent. A box begins with its length and type. */
export function boxIn(bytes: Uint8Array, kind: string): Uint8Array<ArrayBuffer> | null {
  const letters = [...kind].map((letter) => letter.charCodeAt(0))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + BOX_HEAD_BYTES <= bytes.byteLength; at++) {
    if (!letters.every((letter, i) => bytes[at + 4 + i] === letter)) continue
    const byteLength = view.getUint32(at)
    const isWhole = byteLength >= BOX_HEAD_BYTES && at + byteLength <= bytes.byteLength
    if (isWhole) return bytes.slice(at + BOX_HEAD_BYTES, at + byteLength) as Uint8Array<ArrayBuffer>
  }
  return null
}
