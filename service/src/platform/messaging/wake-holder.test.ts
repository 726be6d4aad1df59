import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import { startNats, type TestNats } from '#testing/servers/nats.ts'
import { connectNats } from './nats.ts'
import { createWakeSignals } from './wake-signals.ts'
import type { Wire } from './wire.ts'

const within = { timeout: 15_000 }
const quiet = pino({ level: 'silent' })

let nats: TestNats
let wires: Wire[] = []
beforeAll(async () => {
  nats = await startNats()
})
afterEach(async () => {
  await Promise.all(wires.map((wire) => wire.stop()))
  wires = []
})
afterAll(() => nats.stop())

async function join(): Promise<Wire> {
  const wire = await connectNats({ url: nats.url, namespace: 'mimamori-test', log: quiet })
  wires.push(wire)
  return wire
}
/** A busy machine must not pass for a holder that is gone; the bus may deliver to one that just left. */
const PATIENCE_MS = 5_000

/** An instance with its workers, which record wake-ups. */
async function openInstance(patienceMs = PATIENCE_MS) {
  const [wire, clock] = [await join(), new TestClock()]
  const signals = createWakeSignals({ wire, clock, patienceMs })
  const heard: string[] = []
  const offs = (['notice', 'escalation', 'message', 'report'] as const).map((reason) =>
    signals.onSignal(reason, () => heard.push(reason)),
  )
  await wire.idle()
  return { wire, clock, signals, heard, stopWork: () => offs.forEach((off) => void off()) }
}
/** Three instances, of which the first is woken for all. */
async function openThree() {
  const all = [await openInstance(), await openInstance(), await openInstance()] as const
  all[0].signals.send('notice')
  await vi.waitFor(() => expect([all[0].heard, all[1].signals.isElsewhere]).toEqual([['notice'], true]), within)
  await all[0].wire.idle()
  all[0].heard.length = 0
  return all
}
type Instance = Awaited<ReturnType<typeof openInstance>>
const heardBy = (instances: readonly Instance[]) => instances.map(({ heard }) => heard.join(' '))
async function untilHeard(instances: readonly Instance[], expected: readonly string[]) {
  await vi.waitFor(() => expect(heardBy(instances)).toEqual(expected), within)
}

test('SCALE-01 a wake-up of three instances reaches one of them', async () => {
  const all = await openThree()
  for (const { signals } of all) {
    signals.send('notice')
    signals.send('escalation')
  }
  await vi.waitFor(() => expect(all[0].heard.toSorted()).toEqual(['escalation', 'notice'].flatMap(thrice)), within)
  expect(heardBy(all.slice(1))).toEqual(['', ''])
  expect(all.map(({ signals }) => signals.isElsewhere)).toEqual([false, true, true])
})
const thrice = (reason: string) => [reason, reason, reason]

test('SCALE-01 wakes within 50 ms of one instance are two messages, and the last one is not lost', async () => {
  const [first, second] = await openThree()
  for (let n = 0; n < 5; n++) second.signals.send('notice')
  await untilHeard([first], ['notice'])
  second.clock.advance(49)
  await turn()
  expect(first.heard).toEqual(['notice'])
  second.clock.advance(1)
  await untilHeard([first], ['notice notice'])
  second.clock.advance(100)
  second.signals.send('notice')
  await untilHeard([first], ['notice notice notice'])
})

test('SCALE-01 a draft of a report is written by the instance that received the request', async () => {
  const all = await openThree()
  all[1].signals.send('report')
  expect(heardBy(all)).toEqual(['', 'report', ''])
})

test('SCALE-01 when the instance that is woken for all ends, another one takes over', async () => {
  const [first, second, third] = await openThree()
  await first.wire.stop()
  second.signals.send('notice')
  await untilHeard([second, third], ['notice', ''])
  expect(second.signals.isElsewhere).toBe(false)
  third.signals.send('notice')
  await untilHeard([second, third], ['notice notice', ''])
})

test('SCALE-01 an instance that ends its work passes it on, and is woken no more', async () => {
  const [first, second, third] = await openThree()
  first.stopWork()
  await first.wire.idle()
  third.signals.send('notice')
  await untilHeard([first, second, third], ['', '', 'notice'])
  first.signals.send('escalation')
  await untilHeard([first, second, third], ['', '', 'notice escalation'])
})

test('SCALE-01 a holder that does not answer is awaited only for a moment', async () => {
  const frozen = await join()
  frozen.subscribe('wake', () => {})
  await frozen.idle()
  const own = await openInstance(100)
  own.signals.send('notice')
  await untilHeard([own], ['notice'])
  expect(own.signals.isElsewhere).toBe(false)
})

test('SCALE-01 a wake-up while the connection is closed reaches this instance', async () => {
  const own = await openInstance()
  const frozen = await join()
  frozen.subscribe('wake', () => {})
  await frozen.idle()
  own.signals.send('notice')
  await turn()
  await own.wire.stop()
  await untilHeard([own], ['notice'])
  own.signals.send('escalation')
  await untilHeard([own], ['notice escalation'])
})

test('SCALE-01 of two holders, the one that receives the other’s announcement gives up', async () => {
  const [first, second] = await openThree()
  const late = await join()
  late.subscribe('wake', ({ respond }) => respond(new Uint8Array()))
  await late.idle()
  late.publish('wake-hold', new Uint8Array())
  await vi.waitFor(() => expect(first.signals.isElsewhere).toBe(true), within)
  await first.wire.idle()
  second.signals.send('notice')
  first.signals.send('notice')
  await Promise.all([first.wire.idle(), second.wire.idle()])
  expect(heardBy([first, second])).toEqual(['', ''])
})

test('SCALE-01 an instance with its hands full calls the others, not itself', async () => {
  const all = await openThree()
  all[1].signals.sendToOthers('message')
  await untilHeard(all, ['message', '', 'message'])
})

test('SCALE-01 while the bus is lost each instance wakes itself', async () => {
  const all = await openThree()
  await nats.stop()
  await vi.waitFor(() => expect(all.map(({ wire }) => wire.isLost)).toEqual([true, true, true]), within)
  for (const { signals } of all) signals.send('notice')
  expect(heardBy(all)).toEqual(['notice', 'notice', 'notice'])
  expect(all.map(({ signals }) => signals.isElsewhere)).toEqual([false, false, false])
  await nats.start()
  await vi.waitFor(() => expect(all.map(({ wire }) => wire.isLost)).toEqual([false, false, false]), within)
})
