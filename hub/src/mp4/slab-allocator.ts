/** Memory for many small chunks that live about as long as one another: one allocation, a slab, for many. */

/** A chunk of more than a quarter of it gets memory of its own. */
export const SLAB_BYTES = 512 * 1024

export class SlabAllocator {
  #slab = Buffer.alloc(0)
  #from = 0

  /** Bytes that nobody else has, as they come: the caller fills them. */
  take(byteLength: number): Buffer {
    if (byteLength > SLAB_BYTES / 4) return Buffer.allocUnsafeSlow(byteLength)
    if (this.#from + byteLength > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
      this.#from = 0
    }
    this.#from += byteLength
    return this.#slab.subarray(this.#from - byteLength, this.#from)
  }
}
