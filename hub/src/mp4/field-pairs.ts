/**
 * Joins the two fields of an interlaced frame of H.264 (ITU-T H.264, 7.4.3): cameras send each as a unit of its own, but an
 * MP4 sample, a rate and a time mean whole frames.
 */
import type { AccessUnit } from './access-units.ts'
import { leadingNals, NAL, nalType, splitNals } from './annex-b.ts'
import { BitReader, withoutEmulation } from './bit-reader.ts'
import { type FieldCoding, readSps } from './h264-sps.ts'

/** `parities`: of its slices; a unit with both is whole. */
type Field = { frameNumber: number; parities: ReadonlySet<number> }
/** What a slice's header needs, bytes. */
const HEADER_BYTES = 32

export class FieldPairs {
  readonly #onUnit: (unit: AccessUnit) => void
  /** Null: the stream has whole frames alone. */
  #coding: FieldCoding | null = null
  #first: { unit: AccessUnit; field: Field } | null = null

  /** `extradata`: parameter sets of the description, Annex B. */
  constructor(extradata: Buffer, onUnit: (unit: AccessUnit) => void) {
    this.#onUnit = onUnit
    this.#learn(extradata)
  }

  readonly take = (unit: AccessUnit): void => {
    this.#learn(unit.data)
    const field = this.#coding && fieldOf(unit.data, this.#coding)
    const first = this.#first
    const isSecond = field && first && arePair(first.field, field)
    if (isSecond) {
      this.#first = null
      this.#onUnit({ ...first.unit, data: Buffer.concat([first.unit.data, unit.data]) })
      return
    }
    this.finish()
    if (field && field.parities.size === 1) this.#first = { unit, field }
    else this.#onUnit(unit)
  }

  /** The second field was lost, or the stream ended. */
  finish(): void {
    const first = this.#first
    this.#first = null
    if (first) this.#onUnit(first.unit)
  }

  #learn(bytes: Buffer): void {
    const sets = leadingNals(bytes).filter((nal) => nalType(nal) === NAL.sps)
    for (const sps of sets) {
      try {
        this.#coding = readSps(sps).fields ?? null
      } catch {
        // The decoder judges a broken set.
      }
    }
  }
}

const arePair = (first: Field, second: Field): boolean =>
  first.frameNumber === second.frameNumber &&
  second.parities.size === 1 &&
  [...second.parities].every((parity) => !first.parities.has(parity))

/** Null: a whole frame. */
function fieldOf(bytes: Buffer, coding: FieldCoding): Field | null {
  const slices = splitNals(bytes).filter((nal) => nalType(nal) >= 1 && nalType(nal) <= NAL.idr)
  const heads = slices.flatMap((nal) => headOf(nal, coding) ?? [])
  const [first] = heads
  if (!first || heads.some(({ parity }) => parity === null)) return null
  return { frameNumber: first.frameNumber, parities: new Set(heads.map(({ parity }) => parity!)) }
}

/** The beginning of a slice (7.3.3); `parity` null: it is of a frame. Null: it is cut off, or a further partition. */
function headOf(
  nal: Buffer,
  { numberBits, hasPlanes }: FieldCoding,
): { frameNumber: number; parity: number | null } | null {
  if (nalType(nal) === 3 || nalType(nal) === 4) return null
  const bits = new BitReader(withoutEmulation(nal.subarray(1, HEADER_BYTES)))
  try {
    for (let i = 0; i < 3; i++) bits.unsigned()
    if (hasPlanes) bits.skip(2)
    const frameNumber = bits.read(numberBits)
    return { frameNumber, parity: bits.read(1) ? bits.read(1) : null }
  } catch {
    return null
  }
}
