/** A viewer of a live picture that counts instead of showing it. */
import { LIVE_HEADER_BYTES, readLiveHeader } from '@mimamori/contract/footage/live-header.ts'

export class LiveViewer {
  /** From each picture's capture time to its arrival here, without the ones that were there before the viewer. */
  readonly lateMs: number[] = []
  firstPictureMs: number | null = null
  #socket: WebSocket
  #openedAtMs: number
  #bytes = 0
  #lastAtMs = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.#openedAtMs = performance.now()
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) this.#take(new Uint8Array(data))
    })
  }

  /** Resolves when the socket is open. */
  static async open(url: string): Promise<LiveViewer> {
    const socket = new WebSocket(url)
    const viewer = new LiveViewer(socket)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve(), { once: true })
      socket.addEventListener('error', () => reject(new Error('The service does not open the live picture')), {
        once: true,
      })
    })
    return viewer
  }

  get megabitsPerSecond(): number {
    return (this.#bytes * 8) / 1000 / (this.#lastAtMs - this.#openedAtMs)
  }

  /** How much later the last second's pictures are than those of the first. */
  get driftMs(): number {
    const second = 15
    const mean = (of: number[]) => of.reduce((sum, ms) => sum + ms, 0) / Math.max(1, of.length)
    return mean(this.lateMs.slice(-second)) - mean(this.lateMs.slice(0, second))
  }

  close(): void {
    this.#socket.close()
  }

  #take(message: Uint8Array): void {
    const header = readLiveHeader(message)
    if (!header) return
    this.#lastAtMs = performance.now()
    this.#bytes += message.byteLength - LIVE_HEADER_BYTES
    if (header.isInit) return
    this.firstPictureMs ??= this.#lastAtMs - this.#openedAtMs
    // The group that runs comes at once and is older than this viewer.
    if (this.#lastAtMs - this.#openedAtMs > 2500) this.lateMs.push(Date.now() - header.capturedAtMs)
  }
}
