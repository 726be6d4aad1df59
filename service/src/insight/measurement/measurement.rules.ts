/** From seconds to minutes and hours: pure, so that whatever order blocks come in, the sums are those of the seconds. METRIC-02. */

import { inflateRawSync } from 'node:zlib'
import type { Measured } from '@mimamori/contract/insight/measurement.ts'
import {
  BLOCK_UNPACKED_MAX,
  type MeasuredBlock,
  type MeasuredSecond,
  unpackBlock,
} from '@mimamori/contract/insight/measurement-block.ts'
import { NOTHING_MEASURED } from '#shared/measured.ts'

/** What a hub uploaded; null when it is no block. */
export function openBlock(body: Uint8Array): MeasuredBlock | null {
  try {
    return unpackBlock(inflateRawSync(body, { maxOutputLength: BLOCK_UNPACKED_MAX }))
  } catch {
    return null
  }
}

/** The seconds of blocks in the order of their ids; of a second that several hold, the first counts (a clock was set back). */
export function secondsOf(blocks: readonly Pick<MeasuredBlock, 'rows'>[]): Map<number, MeasuredSecond> {
  const seconds = new Map<number, MeasuredSecond>()
  for (const { rows } of blocks) {
    for (const row of rows) if (!seconds.has(row.second)) seconds.set(row.second, row)
  }
  return seconds
}

/** The sums of a minute that begins at this second. */
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
