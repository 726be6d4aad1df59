// A hub's wall clock may be set while it runs, so a difference of two of its times is not a duration (use
// `Clock.monotonicMs`). The places that compare wall-clock times on purpose are listed here with their reason.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceTree } from './boundaries/source-tree.ts'

/** Files in hub/src, with what they subtract. */
const COMPARE_WALL_TIMES: Record<string, string> = {
  'pipeline/ingest/pipeline-clock.ts': 'how far the wall clock was set, which is what this file is for',
  'platform/clock.ts': 'how far this clock and that of the service are apart',
  'uplink/figures.ts': 'the age of the oldest stored event, which an earlier run may have written',
  'uplink/recording/recording-keeper.ts': 'days that a recording is retained',
  'uplink/spool/spool.ts': 'days for which confirmed events are remembered, also over restarts',
}

const READ = String.raw`\bnow\(\)`
const DIFFERENCE = new RegExp(String.raw`${READ}\)*\s*-\s|\s-\s*(?:[\w.#]+\.)?${READ}`)

const hub = Object.entries(readSourceTree(join(import.meta.dirname, '..'))).filter(
  ([path]) => path.startsWith('hub/src/') && !/\.test\.ts$|\/testing\//.test(path),
)

test('the hub measures no duration by the wall clock', () => {
  const found = hub.filter(([, text]) => text.split('\n').some(isDifference)).map(([path]) => path)
  expect(found.toSorted()).toEqual(Object.keys(COMPARE_WALL_TIMES).map((file) => `hub/src/${file}`))
})

test.each([
  ['const ms = clock.now() - startedAtMs', true],
  ['const ms = untilMs - this.#options.clock.now()', true],
  ['const ms = Date.now() - before', true],
  ['const ms = performance.now() - before', false],
  ['const ms = clock.monotonicMs() - before', false],
  ['const dueMs = (first - second) / speed - (performance.now() - startedMs)', false],
])('%s is a difference of wall-clock times: %s', (line, isFound) => {
  expect(isDifference(line)).toBe(isFound)
})

function isDifference(line: string): boolean {
  return DIFFERENCE.test(line.replaceAll('performance.now()', 'steadyMs'))
}
