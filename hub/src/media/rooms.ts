/** Memory for many small pieces that live about as long as one another: one allocation for many. */

/** A larger piece gets memory of its own. */
const ROOM_BYTES = 512 * 1024

export class Rooms {
  #room = Buffer.alloc(0)
  #from = 0

  /** Bytes that nobody else has, as they come: whoever gets them fills them. */
  take(byteLength: number): Buffer {
    if (byteLength > ROOM_BYTES / 4) return Buffer.allocUnsafeSlow(byteLength)
    if (this.#from + byteLength > this.#room.length) {
      this.#room = Buffer.allocUnsafeSlow(ROOM_BYTES)
      this.#from = 0
    }
    this.#from += byteLength
    return this.#room.subarray(this.#from - byteLength, this.#from)
  }
}
