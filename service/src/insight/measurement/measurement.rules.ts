/**
 * Sums seconds to minutes and hours. Pure, so that the sums do not depend on the order in which blocks arrive.
 * METRIC-02.
 */

import { inflateRawSync } from 'node:zlib'
import type { Measured } from '@mimamori/contract/insight/measurement.ts'
import {
  BLOCK_UNPACKED_MAX,
  type MeasuredBlock,
  type MeasuredSecond,
  unpackBlock,
} from '@mimamori/contract/insight/measurement-block.ts'
import { NOTHING_MEASURED } from '#shared/measured.ts'

/** Unpacks a hub's upload; null if it is not a valid block. */
export function openBlock(body: Uint8Array): MeasuredBlock | null {
  try {
    return unpackBlock(inflateRawSync(body, { maxOutputLength: BLOCK_UNPACKED_MAX }))
  } catch {
    return null
  }
}

/** The seconds of the blocks in order of ids; of a repeated second the first one counts (a clock was set back). */
export function secondsOf(blocks: readonly Pick<MeasuredBlock, 'rows'>[]): Map<number, MeasuredSecond> {
  const seconds = new Map<number, MeasuredSecond>()
  for (const { rows } of blocks) {
    for (const row of rows) if (!seconds.has(row.second)) seconds.set(row.second, row)
  }
  return seconds
}

/** The sums of the minute that begins at this second. */
export function minuteFrom(seconds: ReadonlyMap<number, MeasuredSecond>, fromSecond: number): Measured {
  const sum = { ...NOTHING_MEASURED }
  for (let second = fromSecond; second < fromSecond + 60; second++) {
    const row = seconds.get(second)
    if (!row?.isReliable) continue
    const isInBed = row.bed === 'occupied'
    sum.secondsObserved++
    if (row.bed !== 'unknown') sum.secondsBedKnown++
    if (isInBed) sum.secondsInBed++
    if (row.people > 0) sum.secondsPerson++
    sum.motionInside += row.insideShare
    sum.motionOutside += row.outsideShare
    if (isInBed) sum.motionInBed += row.insideShare
  }
  return sum
}
