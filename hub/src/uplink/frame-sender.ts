/** Latest frames to the service: newest only, one on its way per camera, none retained while it cannot be reached. */
import type { ServiceClient } from './service-client.ts'

type Frame = { capturedAtMs: number; jpeg: Uint8Array }

export class FrameSender {
  readonly #client: Pick<ServiceClient, 'put' | 'connection'>
  readonly #end = new AbortController()
  readonly #busy = new Set<string>()
  readonly #next = new Map<string, Frame>()

  constructor(client: Pick<ServiceClient, 'put' | 'connection'>) {
    this.#client = client
  }

  /** Sends the frame now, or after the one on its way, unless a newer one comes before. */
  offer(cameraId: string, frame: Frame): void {
    if (this.#client.connection.state !== 'connected' || this.#end.signal.aborted) return
    this.#next.set(cameraId, frame)
    if (!this.#busy.has(cameraId)) void this.#drain(cameraId)
  }

  stop(): void {
    this.#next.clear()
    this.#end.abort()
  }

  async #drain(cameraId: string): Promise<void> {
    this.#busy.add(cameraId)
    for (let frame = this.#take(cameraId); frame; frame = this.#take(cameraId)) {
      const request = { params: { cameraId }, query: { takenAt: new Date(frame.capturedAtMs).toISOString() } }
      // A frame that did not arrive is replaced by the next one anyway.
      await this.#client.put('hub.putFrame', request, { bytes: frame.jpeg }, this.#end.signal).catch(() => {})
    }
    this.#busy.delete(cameraId)
  }

  #take(cameraId: string): Frame | undefined {
    const frame = this.#next.get(cameraId)
    this.#next.delete(cameraId)
    return frame
  }
}
