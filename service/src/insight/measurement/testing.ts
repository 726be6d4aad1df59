/** Blocks of the feature log for tests, as a hub makes them. */
import { deflateRawSync } from 'node:zlib'
import {
  emptySecond,
  type MeasuredBlock,
  type MeasuredSecond,
  packBlock,
} from '@mimamori/contract/insight/measurement-block.ts'

/** The upload of a hub. */
export function closeBlock(block: MeasuredBlock): Buffer {
  return deflateRawSync(packBlock(block))
}

/** This many consecutive seconds with the given values. */
export function secondsFrom(from: Date, count: number, of: Partial<MeasuredSecond>): MeasuredSecond[] {
  const first = from.getTime() / 1000
  return Array.from({ length: count }, (_, index) => ({ ...emptySecond(first + index), ...of }))
}
