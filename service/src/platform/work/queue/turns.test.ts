import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const STAYS = new AbortController().signal

test('the tenant with the least in work has the next turn', async () => {
  const turns = createTurns(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (tenantId: string, name: string) =>
    turns.run(tenantId, STAYS, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1')]
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'a2'])
  ends.shift()!()
  await all[0]
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  while (ends.length > 0) {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a caller that leaves before its turn is passed over, and failed work frees its turn', async () => {
  const turns = createTurns(1)
  const fails = Promise.withResolvers<void>()
  const first = turns.run('a', STAYS, () => fails.promise)
  const leaving = new AbortController()
  const second = turns.run('a', leaving.signal, async () => 'second')
  const third = turns.run('a', STAYS, async () => 'third')
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  await expect(turns.run('a', leaving.signal, async () => 'gone')).rejects.toThrow('left')
  fails.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect(await third).toBe('third')
})
