/** Blocks of the feature log for tests, as a hub makes them. */
import { deflateRawSync } from 'node:zlib'
import {
  emptySecond,
  type MeasuredBlock,
  type MeasuredSecond,
  packBlock,
} from '@mimamori/contract/insight/measurement-block.ts'

/** What a hub uploads. */
export function closeBlock(block: MeasuredBlock): Buffer {
  return deflateRawSync(packBlock(block))
}

/** So many seconds in a row, each as said. */
export function secondsFrom(from: Date, count: number, of: Partial<MeasuredSecond>): MeasuredSecond[] {
  const first = from.getTime() / 1000
  return Array.from({ length: count }, (_, index) => ({ ...emptySecond(first + index), ...of }))
}
