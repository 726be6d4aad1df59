/** A zip as a stream: one file at a time, never more of it in memory than a part of a file. */
import { Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** `isPacked`: compress the file, for text; clips and images are already compressed. */
export type ZipFile = { name: string; isPacked: boolean; open: () => Promise<AsyncIterable<Uint8Array>> }

/** The next file is opened when the previous one has been read. A file that fails ends the stream with its error. */
export function zipOf(files: readonly ZipFile[]): Readable {
  return Readable.from(partsOf(files), { objectMode: false })
}

async function* partsOf(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let zipError: Error | null = null
  const zip = new Zip((error, part) => {
    if (error) zipError = error
    else ready.push(part)
  })
  for (const { name, isPacked, open } of files) {
    const entry = isPacked ? new ZipDeflate(name) : new ZipPassThrough(name)
    zip.add(entry)
    for await (const part of await open()) {
      entry.push(part)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(0), true)
    if (zipError) throw zipError
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
