import { expect, test } from 'vitest'
import { OneByOne } from './one-by-one.ts'

/** A work that lasts until `end` is called, and writes down when it begins. */
function workOf(name: string, begun: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const work = () => {
    begun.push(name)
    return promise
  }
  return { work, end }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('each task begins when the one before it has ended', async () => {
  const begun: string[] = []
  const queue = new OneByOne(2)
  const [first, second] = [workOf('first', begun), workOf('second', begun)]
  expect([queue.add(first.work), queue.add(second.work)]).toEqual([true, true])
  await settle()
  expect(begun).toEqual(['first'])
  first.end()
  await settle()
  expect(begun).toEqual(['first', 'second'])
})

test('a task beyond the waiting limit is refused, never run, until the queue has room again', async () => {
  const begun: string[] = []
  const queue = new OneByOne(2)
  const [first, second, third, refused, later] = ['1', '2', '3', 'refused', 'later'].map((name) => workOf(name, begun))
  queue.add(first!.work)
  await settle()
  expect([second!, third!, refused!].map(({ work }) => queue.add(work))).toEqual([true, true, false])
  first!.end()
  await settle()
  expect(queue.add(later!.work)).toBe(true)
  for (const { end } of [second!, third!, later!]) end()
  await settle()
  expect(begun).toEqual(['1', '2', '3', 'later'])
})
