/** The bytes of recorded segments, from the storage or through the hub that has them. REC-05. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Fragment, readFragmentIndex, readFragments } from '@mimamori/contract/footage/fragment.ts'
import { RECORDING_SEGMENT_BYTES_MAX } from '@mimamori/contract/footage/recording-intake.ts'
import type { PublicContext } from '#platform/context.ts'
import type { ByteRange } from '#platform/files/byte-range.ts'
import { type Storage, type StorageName, storageName } from '#platform/files/storage.ts'
import type { SegmentRequest } from '#platform/hub-seam.ts'
import { fail, found, ServiceError } from '#platform/service-error.ts'
import type { PartVideo, RecordingRow, SegmentRow } from './recording.queries.ts'

type Source = Pick<PublicContext, 'storage' | 'readHubSegment'>
type Place = Pick<RecordingRow, 'tenantId' | 'hubId'>

/** The box in every segment. */
const SIGN = Buffer.from('moof')
const SIGN_AT = 4
/** The box at the beginning of a header. */
const HEAD_SIGN = Buffer.from('ftyp')

/**
 * The bytes of a segment on its recording's hub. Throws `recording-on-hub` if that is not connected; a stream that has
 * begun has the announced length, or fails.
 */
export async function readFromHub(source: Source, of: Place & { id: string }, range: ByteRange): Promise<Readable> {
  const request = { segmentId: of.id, part: 'video' as const, ...range }
  const stream = await askHub(source, of, request)
  const checked = Readable.from(asLong(stream, range), { objectMode: false })
  checked.once('close', () => stream.destroy())
  return checked
}

/**
 * An H.265 header or segment as H.264, transcoded by its hub, or by the camera's hub if the service has the file.
 * Throws `recording-on-hub` if the hub is not connected, `hub-refused` if the part is invalid. REAL-07.
 */
export async function readH264(
  source: Source,
  of: Place & Pick<RecordingRow, 'cameraHubId'> & { id: string; bytesOnHub: number | null },
  { initId, width, height }: PartVideo,
): Promise<Buffer> {
  const isHead = of.id.toLowerCase() === initId
  const hubId = isHead || of.bytesOnHub !== null ? (of.hubId ?? of.cameraHubId) : of.cameraHubId
  const part = isHead ? 'h264-head' : 'h264'
  const stream = await askHub(source, { ...of, hubId }, { segmentId: of.id, part, initId, width, height })
  const made = await gathered(stream, RECORDING_SEGMENT_BYTES_MAX)
  const sign = isHead ? HEAD_SIGN : SIGN
  if (!sign.equals(made.subarray(SIGN_AT, SIGN_AT + sign.length))) throw fail('hub-refused')
  return made
}

async function askHub(
  { readHubSegment }: Source,
  { tenantId, hubId }: Place,
  request: SegmentRequest,
): Promise<Readable> {
  if (hubId === null) throw fail('not-found')
  try {
    return await readHubSegment(tenantId, hubId, request)
  } catch (error) {
    throw error instanceof ServiceError && error.key === 'hub-offline' ? fail('recording-on-hub') : error
  }
}

/** The hub's bytes are served as video, so they must begin accordingly. */
async function* asLong(stream: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let left = last - first + 1
  let isBegin = first === 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    if (isBegin && !SIGN.equals(part.subarray(SIGN_AT, SIGN_AT + SIGN.length))) throw fail('hub-refused')
    isBegin = false
    left -= part.length
    if (left < 0) throw fail('hub-refused')
    yield part
  }
  if (left !== 0) throw fail('hub-refused')
}

export type SegmentReader = {
  /** The fragments of the segment and their positions. */
  fragments(segment: SegmentRow): Promise<Fragment[]>
  bytes(segment: SegmentRow): Promise<Buffer>
  /** The header of a run. */
  init(initId: string): Promise<Buffer>
}

/** Reads whole segments of one recording; throws `not-found` if a file is missing. */
export function createSegmentReader(source: Source, row: Place): SegmentReader {
  const { storage } = source
  const stored = (id: string) => readAll(storage, storageName(row.tenantId, id))
  // The storage also has segments that the hub has uploaded since.
  const isThere = async (id: string) => (await storage.size(storageName(row.tenantId, id))) !== null
  return {
    async fragments({ id, isOnHub }) {
      if (!isOnHub || (await isThere(id))) return readFragments(await stored(id))
      const index = await askHub(source, row, { segmentId: id, part: 'index' })
      try {
        return readFragmentIndex(await gathered(index, RECORDING_SEGMENT_BYTES_MAX))
      } catch (error) {
        throw error instanceof RangeError ? fail('hub-refused') : error
      }
    },
    async bytes({ id, isOnHub, bytes }) {
      if (!isOnHub || (await isThere(id))) return stored(id)
      return buffer(await readFromHub(source, { ...row, id }, { first: 0, last: bytes - 1 }))
    },
    init: stored,
  }
}

async function gathered(stream: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) throw fail('hub-refused')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function readAll(storage: Storage, name: StorageName): Promise<Buffer> {
  return found(await storage.open(name)).bytes()
}
