/** Live pictures without a media element: each is decoded and drawn as it comes. For browsers without Media Source Extensions. */

export type PlayedBytes = { bytes: Uint8Array; isInit: boolean; isKey: boolean }

/** The decoder falls behind by so many pictures: it goes on at the next key picture. */
const QUEUE_MAX = 30

/** Draws what it is given on the canvas. `onFault`: a picture could not be decoded. */
export class DecoderPlayer {
  readonly #canvas: HTMLCanvasElement
  readonly #onFault: () => void
  #decoder: VideoDecoder | null = null
  #codec = ''
  #mustWaitForKey = true
  #sent = 0
  #shown = 0

  constructor(canvas: HTMLCanvasElement, onFault: () => void) {
    this.#canvas = canvas
    this.#onFault = onFault
  }

  /** Grows with each picture that was drawn. */
  get shown(): number {
    return this.#shown
  }

  /** Whether the browser decodes this format; browsers offer a decoder to pages with TLS alone. */
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
    const description = boxIn(init, 'avcC')
    if (!description) {
      this.#onFault()
      return
    }
    this.#mustWaitForKey = true
    this.#decoder = new VideoDecoder({ output: (frame) => this.#draw(frame), error: this.#onFault })
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

/** What the first box of this kind holds; null: there is none. A box begins with its length and its kind. */
export function boxIn(bytes: Uint8Array, kind: string): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 4; at + 4 <= bytes.byteLength; at++) {
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== kind) continue
    const byteLength = view.getUint32(at - 4)
    const isWhole = byteLength >= 8 && at - 4 + byteLength <= bytes.byteLength
    if (isWhole) return Uint8Array.from(bytes.subarray(at + 4, at - 4 + byteLength))
  }
  return null
}
