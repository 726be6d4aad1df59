/** Reads a camera's log once and replays rules over it. Requirements APP-06, LOAD-01. */
import { setImmediate as turn } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { BLOCK_UNPACKED_MAX, unpackForReplay } from '@mimamori/contract/insight/measurement-block.ts'
import { replayOf, type WhatIfRule } from '@mimamori/contract/insight/what-if.ts'

/** Blocks replayed before others get their turn: some five milliseconds. */
const BLOCKS_AT_ONCE = 60

/** The measured seconds, and when alerts would have begun under each of the rules. */
export async function replayAll(bodies: readonly Uint8Array[], rules: readonly WhatIfRule[]) {
  const judges = rules.map(replayOf)
  const seconds = new SecondSet()
  const raised: number[][] = rules.map(() => [])
  for (const [index, body] of bodies.entries()) {
    if (index % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) await turn()
    const block = unpackForReplay(inflateRawSync(body, { maxOutputLength: BLOCK_UNPACKED_MAX }))
    if (!block) continue
    seconds.add(block.firstSecond, block.count)
    for (const [at, judge] of judges.entries()) raised[at]!.push(...judge(block))
  }
  return { seconds, raised }
}

/** Intervals of seconds in the order of time. */
class SecondSet {
  readonly #intervals: { from: number; until: number }[] = []
  size = 0

  add(from: number, count: number): void {
    const last = this.#intervals.at(-1)
    const until = from + count
    const isNew = !last || from > last.until
    this.size += isNew ? count : Math.max(0, until - last.until)
    if (isNew) this.#intervals.push({ from, until })
    else last.until = Math.max(last.until, until)
  }

  has(second: number): boolean {
    return this.#intervals.some(({ from, until }) => second >= from && second < until)
  }
}
