import { beforeEach, describe, expect, test } from 'vitest'
import { Correlator, counting } from './correlator.ts'

let due: { delayMs: number; work: () => void }[]
let correlator: Correlator<number, string, string>
const request = (about: string, send: (id: number) => void = () => {}) =>
  correlator.request({ about, timeoutMs: 500, late: () => 'late' }, send)
beforeEach(() => {
  due = []
  const timer = {
    after(delayMs: number, work: () => void) {
      const one = { delayMs, work }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
  }
  correlator = new Correlator(timer, counting())
})

describe('requests and their responses', () => {
  test('each response reaches its own request, in any order, and its time limit ends', async () => {
    const sent: number[] = []
    const [first, second] = [request('a', (id) => sent.push(id)), request('b', (id) => sent.push(id))]
    expect([sent, correlator.pending, correlator.aboutOf(2)]).toEqual([[1, 2], ['a', 'b'], 'b'])
    correlator.respond(2, 'two')
    correlator.respond(1, 'one')
    correlator.respond(1, 'again')
    expect(await Promise.all([first, second])).toEqual(['one', 'two'])
    expect([due, correlator.pending, correlator.aboutOf(1)]).toEqual([[], [], undefined])
  })

  test('a request without a response in time gets the fallback, and its late response is ignored', async () => {
    const asked = request('a')
    expect(due.map(({ delayMs }) => delayMs)).toEqual([500])
    due[0]!.work()
    correlator.respond(1, 'too late')
    expect(await asked).toBe('late')
  })

  test('a lost connection ends only its own requests, also by a rejection', async () => {
    const [gone, other] = [request('gone'), request('other')]
    correlator.endAll(
      (about) => about === 'gone',
      () => Promise.reject(new Error('gone')),
    )
    await expect(gone).rejects.toThrow('gone')
    expect(correlator.pending).toEqual(['other'])
    correlator.respond(2, 'here')
    expect(await other).toBe('here')
  })

  test('a response that arrives while the request is being sent is accepted', async () => {
    expect(await request('a', (id) => correlator.respond(id, 'at once'))).toBe('at once')
  })
})
