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

test('among tenants with equally little in work the one that had the fewest turns lately is next', async () => {
  const turns = createTurns(1)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (tenantId: string) =>
    turns.run(tenantId, null, () => {
      begun.push(tenantId)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map(ask)
  while (begun.length < all.length || ends.length > 0) {
    await new Promise(setImmediate)
    ends.shift()?.()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
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
