/**
 * The feature log: a hub's measurements of a camera second by second, and their packing into blocks. Pure; hub and
 * service compress the packed blocks. Requirements METRIC-02, APP-06.
 */
import { z } from 'zod'
import { sensitivity } from '../camera/app-settings.ts'
import { type AlertAppCode, alertAppCode } from '../shared/apps.ts'

/** Maximum number of seconds in a block; the hub makes one every five minutes. */
const BLOCK_SECONDS_MAX = 900
/** Maximum size of a compressed block. */
export const BLOCK_BYTES_MAX = 64 * 1024
/** Maximum size of an unpacked block; larger ones are invalid. */
export const BLOCK_UNPACKED_MAX = 64 * 1024
/** Denominator of the stored shares of pixels. */
export const SHARE_UNIT = 10_000

/** How far an app came in a second, from nothing to an alert; the furthest of several frames. */
export const GATES = [
  /** The app does not run. */
  'off',
  /** No frame arrived, or none was evaluated. */
  'no-frames',
  /** The background is being learned. */
  'not-reliable',
  /** It needs a bed region that was not drawn. */
  'no-bed',
  /** Its schedule is off. */
  'not-scheduled',
  'quiet',
  /** The difference is below the threshold, but at least half of it. */
  'below-threshold',
  /** It has not moved since it appeared. */
  'still',
  /** A person is visible, in a state that does not count. */
  'person-seen',
  'not-lying-before',
  'other-side',
  'accompanied',
  /** It began, but has not lasted long enough yet. */
  'too-short',
  /** Somebody went down, and was up again before it counted. */
  'stumbled',
  /** Part of an alert that was already raised. */
  'already-raised',
  /** It would count, but an alert was raised a moment ago. */
  'snoozed',
  'raised',
] as const
export type Gate = (typeof GATES)[number]

export const BED_STATES = ['unknown', 'empty', 'occupied'] as const
export type BedState = (typeof BED_STATES)[number]

/** Shares in SHARE_UNIT; shares of pixels refer to the region or to all others. */
export type MeasuredSecond = {
  /** Seconds since the epoch. */
  second: number
  /** Evaluated frames, at most 255. */
  frames: number
  /** The longest interval between two frames that ended in this second, in tenths of a second, at most 255. */
  gapTenths: number
  /** Frames arrived and the view was known: otherwise the other values are meaningless. */
  isReliable: boolean
  bed: BedState
  /** People out of bed, at most 255. */
  people: number
  /** Mean share of moving pixels: in the bed (otherwise in A003's regions), and everywhere else. */
  insideShare: number
  outsideShare: number
  /** Input of A003, in its regions: maximum difference from the background and from the previous frame. */
  changedShare: number
  movingShare: number
  /** The largest foreground object: its height in percent of the frame's, and height / width in tenths, at most 255. */
  blobHeightPercent: number
  blobAspectTenths: number
  /** How far each app came. */
  gates: Record<AlertAppCode, Gate>
  /** What would have been raised without schedule and snooze: measurement-mark.ts. */
  marks: number
}

/** The settings of an app when a block was measured. */
export const loggedApp = z.object({
  appCode: alertAppCode,
  sensitivity,
  snoozeSeconds: z.number().int(),
  /** Only for A003. */
  pixelChangePercent: z.number().optional(),
  motionDurationSeconds: z.number().optional(),
  /** Only for A006. */
  crossPercent: z.number().optional(),
})
export type LoggedApp = z.infer<typeof loggedApp>
const loggedApps = z.array(loggedApp).max(alertAppCode.options.length)

/** `rows` in order, one per second without gaps. */
export type MeasuredBlock = { apps: LoggedApp[]; rows: MeasuredSecond[] }

const APP_CODES = alertAppCode.options
/** Version 1 has the gates of five apps; each later app, appended to the catalog, made a new version. */
const APPS_OF_VERSION_1 = 5
const VERSION = 1 + APP_CODES.length - APPS_OF_VERSION_1

type Column = {
  bytes: 1 | 2
  read: (row: MeasuredSecond) => number
  write: (row: MeasuredSecond, value: number) => void
}

/** A column of numbers below 256, or below 65536. */
function column<K extends NumberKey>(bytes: Column['bytes'], key: K): Column {
  const write: Column['write'] = (row, value) => {
    ;(row as Record<NumberKey, number>)[key] = value
  }
  return { bytes, read: (row) => row[key], write }
}
type NumberKey = {
  [K in keyof MeasuredSecond]: MeasuredSecond[K] extends number ? K : never
}[keyof MeasuredSecond]

const HEAD_COLUMNS: readonly Column[] = [
  {
    bytes: 1,
    read: ({ isReliable, bed }) => (isReliable ? 1 : 0) + 2 * BED_STATES.indexOf(bed),
    write: (row, value) => {
      row.isReliable = value % 2 === 1
      row.bed = known(BED_STATES, value >> 1)
    },
  },
  column(1, 'frames'),
  column(1, 'gapTenths'),
  column(1, 'people'),
  column(2, 'insideShare'),
  column(2, 'outsideShare'),
  column(2, 'changedShare'),
  column(2, 'movingShare'),
  column(1, 'blobHeightPercent'),
  column(1, 'blobAspectTenths'),
]
const GATE_COLUMNS = APP_CODES.map(
  (appCode): Column => ({
    bytes: 1,
    read: ({ gates }) => GATES.indexOf(gates[appCode]),
    write: (row, value) => {
      row.gates[appCode] = known(GATES, value)
    },
  }),
)
const columnsOf = (version: number) => [
  ...HEAD_COLUMNS,
  ...GATE_COLUMNS.slice(0, version - 1 + APPS_OF_VERSION_1),
  column(2, 'marks'),
]
const bytesOf = (columns: readonly Column[]) => columns.reduce((sum, { bytes }) => sum + bytes, 0)
const COLUMNS = columnsOf(VERSION)
const ROW_BYTES = bytesOf(COLUMNS)
/** Version, length of the settings, first second, number of rows. */
const HEAD_BYTES = 1 + 2 + 4 + 2

/**
 * The bytes of a block: column by column, each number as the difference from the previous row, so that calm nights are
 * zeros.
 */
export function packBlock({ apps, rows }: MeasuredBlock): Uint8Array {
  const settings = new TextEncoder().encode(JSON.stringify(apps))
  const bytes = new Uint8Array(HEAD_BYTES + settings.length + rows.length * ROW_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, VERSION)
  view.setUint16(1, settings.length)
  view.setUint32(3, rows[0]?.second ?? 0)
  view.setUint16(7, rows.length)
  bytes.set(settings, HEAD_BYTES)
  let at = HEAD_BYTES + settings.length
  for (const { bytes: width, read } of COLUMNS) {
    let before = 0
    for (const [index, row] of rows.entries()) {
      const value = read(row)
      const difference = (value - before) & (width === 1 ? 0xff : 0xffff)
      before = value
      bytes[at + index] = difference & 0xff
      if (width === 2) bytes[at + rows.length + index] = difference >> 8
    }
    at += width * rows.length
  }
  return bytes
}

type Opened = {
  apps: LoggedApp[]
  columns: readonly Column[]
  firstSecond: number
  count: number
  at: number
  bytes: Uint8Array
}

function opened(bytes: Uint8Array): Opened | null {
  if (bytes.length < HEAD_BYTES || bytes[0]! < 1 || bytes[0]! > VERSION) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const settingsBytes = view.getUint16(1)
  const firstSecond = view.getUint32(3)
  const count = view.getUint16(7)
  if (count === 0 || count > BLOCK_SECONDS_MAX) return null
  const columns = columnsOf(bytes[0]!)
  if (bytes.length !== HEAD_BYTES + settingsBytes + count * bytesOf(columns)) return null
  const apps = settingsOf(bytes.subarray(HEAD_BYTES, HEAD_BYTES + settingsBytes))
  return apps && { apps, columns, firstSecond, count, at: HEAD_BYTES + settingsBytes, bytes }
}

/** The numbers of a column that begins at `at`. */
function numbersAt({ bytes, count }: Opened, at: number, width: Column['bytes']): Uint16Array {
  const numbers = new Uint16Array(count)
  let value = 0
  for (let index = 0; index < count; index++) {
    const difference = bytes[at + index]! + (width === 2 ? bytes[at + count + index]! << 8 : 0)
    value = (value + difference) & (width === 1 ? 0xff : 0xffff)
    numbers[index] = value
  }
  return numbers
}

/** The rows of packed bytes; null if they are not a block. */
export function unpackBlock(bytes: Uint8Array): MeasuredBlock | null {
  const block = opened(bytes)
  if (!block) return null
  const rows = Array.from({ length: block.count }, (_, index) => emptySecond(block.firstSecond + index))
  let { at } = block
  try {
    for (const { bytes: width, write } of block.columns) {
      for (const [index, value] of numbersAt(block, at, width).entries()) write(rows[index]!, value)
      at += width * block.count
    }
  } catch {
    return null
  }
  return rows.every(isPossible) ? { apps: block.apps, rows } : null
}

/** The part of a block that a replay needs: second by second from the first one. */
export type ReplayBlock = {
  firstSecond: number
  count: number
  /** Odd if frames could be evaluated. */
  states: Uint16Array
  changedShare: Uint16Array
  movingShare: Uint16Array
  marks: Uint16Array
}

/** The same for replays over weeks: only some columns, without an object per second. */
export function unpackForReplay(bytes: Uint8Array): ReplayBlock | null {
  const block = opened(bytes)
  if (!block) return null
  const { firstSecond, count } = block
  const at = (column: number) => block.at + count * bytesOf(block.columns.slice(0, column))
  return {
    firstSecond,
    count,
    states: numbersAt(block, at(0), 1),
    changedShare: numbersAt(block, at(6), 2),
    movingShare: numbersAt(block, at(7), 2),
    marks: numbersAt(block, at(block.columns.length - 1), 2),
  }
}

/** A second without any data: no frame, no app. */
export function emptySecond(second: number): MeasuredSecond {
  return {
    second,
    frames: 0,
    gapTenths: 0,
    isReliable: false,
    bed: 'unknown',
    people: 0,
    insideShare: 0,
    outsideShare: 0,
    changedShare: 0,
    movingShare: 0,
    blobHeightPercent: 0,
    blobAspectTenths: 0,
    gates: Object.fromEntries(APP_CODES.map((code) => [code, 'off'])) as MeasuredSecond['gates'],
    marks: 0,
  }
}

function known<T>(words: readonly T[], index: number): T {
  const word = words[index]
  if (word === undefined) throw new RangeError(`The word index ${index} is out of range.`)
  return word
}

function isPossible({ insideShare, outsideShare, changedShare, movingShare }: MeasuredSecond): boolean {
  return Math.max(insideShare, outsideShare, changedShare, movingShare) <= SHARE_UNIT
}

function settingsOf(bytes: Uint8Array): LoggedApp[] | null {
  try {
    return loggedApps.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}
