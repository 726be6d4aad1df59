import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import { startService, type TestService } from '#testing/service.ts'
import { createClockWatch } from './clock-watch.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test.each([-30_000, 30_000])(
  'a clock that differs by %i ms from the database’s is reported until it is corrected',
  async (ms) => {
    const said: string[] = []
    const log = { warn: (_: object, line: string) => said.push(line), info: (line: string) => said.push(line) }
    const clock = new TestClock(new Date().toISOString())
    const watch = createClockWatch({ database: service.database, clock }, log as never)
    await watch.look()
    expect(watch.sign.errors()).toEqual([])
    clock.advance(ms)
    await watch.look()
    await watch.look()
    expect(watch.sign.errors()).toEqual(['clock-differs'])
    const [, line] = await watch.sign.figures()
    expect(Number(line!.split(' ')[1])).toBeCloseTo(ms / 1_000, -1)
    clock.advance(-ms)
    await watch.look()
    expect(watch.sign.errors()).toEqual([])
    expect(said).toEqual([expect.stringContaining('differs'), expect.stringContaining('again')])
  },
)
