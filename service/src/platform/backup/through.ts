/** One step of a byte stream, such as compression. */
import type { Duplex, Stream } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The bytes of `source` after a transform. An error of either side is thrown where the answer is read. */
export function through(source: AsyncIterable<Uint8Array>, transform: Duplex): AsyncIterable<Uint8Array> {
  // It destroys the transform with the error, and its reader gets that.
  pipeline(source, transform).catch(() => {})
  return unread(transform)
}

/** The same stream; its error is reported to its reader alone. Without a reader the error would end the process. */
export function unread<T extends Stream>(stream: T): T {
  return stream.on('error', () => {}) as T
}
