// JPEGs that fast-check makes: whole by their structure, with everything between their ends that cameras put there.
import fc from 'fast-check'

const CODE = { app: 0xe1, comment: 0xfe, tables: 0xdb, restarts: 0xdd, frame: 0xc0, scan: 0xda } as const
const segment = (code: number, content: Uint8Array | readonly number[]) => {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, Buffer.from(content)])
}
/** Thumbnails are whole JPEGs within a segment. */
const THUMBNAIL = [0xff, 0xd8, 0xff, 0xdb, 0, 3, 1, 0xff, 0xda, 0, 2, 7, 0xff, 0xd9]

/** What is coded: no marker but restarts, and 0xff only with a zero behind it. */
const coded = fc
  .array(
    fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 0xfe }) }, fc.constantFrom(0xff00, 0xffd0, 0xffd7)),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((values) => Buffer.from(values.flatMap((value) => (value > 0xff ? [value >> 8, value & 0xff] : [value]))))
const others = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 30 }).map((content) => segment(CODE.app, content)),
    fc.uint8Array({ maxLength: 30 }).map((content) => segment(CODE.comment, content)),
    fc.constant(segment(CODE.app, THUMBNAIL)),
    fc.constant(segment(CODE.restarts, [0, 4])),
    fc.constant(Buffer.concat([Buffer.from([0xff]), segment(CODE.tables, [0, ...Array<number>(64).fill(9)])])),
  ),
  { maxLength: 4 },
)
/** A progressive JPEG has several. */
const scans = fc.array(coded, { minLength: 1, maxLength: 3 })

export const madeJpeg = fc
  .record({ others, scans, width: fc.integer({ min: 1, max: 0xffff }), height: fc.integer({ min: 1, max: 0xffff }) })
  .map(({ others: segments, scans: parts, width, height }) => {
    const sides = [height >> 8, height & 0xff, width >> 8, width & 0xff]
    const frame = segment(CODE.frame, [8, ...sides, 1, 1, 0x11, 0])
    const all = parts.flatMap((part) => [segment(CODE.scan, [1, 1, 0, 0, 63, 0]), part])
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, frame, ...all, Buffer.from([0xff, 0xd9])])
    return { jpeg, width, height }
  })

/** What cameras put before a JPEG. `length`: of it. */
export const madeHeads = fc.constantFrom<((length: number) => string)[]>(
  (length) => `--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`,
  () => '--frame\r\nContent-Type: image/jpeg\r\n\r\n',
  (length) => `\r\n--frame\nContent-type:image/jpeg\nContent-length:${length + 7}\n\n`,
  () => '\r\n----frame\r\nContent-Length: 0\r\nX-Timestamp: 7.25\r\n\r\n',
  () => '\r\n\r\n--\r\n\r\n',
  () => '',
)
