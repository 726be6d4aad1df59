import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import { createDescriptorWatch, type Descriptors, readDescriptors } from './descriptor-watch.ts'

function watching(read: () => Descriptors | null) {
  const lines: string[] = []
  const log = {
    warn: (_: object, line: string) => lines.push(line),
    info: (_: object, line: string) => lines.push(line),
  }
  return { lines, watch: createDescriptorWatch({ clock: new TestClock(), read }, log as never) }
}

test('reports four fifths of the limit once, and the recovery', async () => {
  let open = 1_000
  const { watch, lines } = watching(() => ({ open, limit: 2_000 }))
  await watch.look()
  expect([watch.sign.errors(), lines]).toEqual([[], []])
  open = 1_600
  await watch.look()
  await watch.look()
  expect([watch.sign.errors(), lines.length]).toEqual([['descriptors-low'], 1])
  expect(await watch.sign.figures()).toContain('process_open_fds 1600')
  expect(await watch.sign.figures()).toContain('process_max_fds 2000')
  open = 100
  await watch.look()
  expect([watch.sign.errors(), lines.length]).toEqual([[], 2])
})

test('a process that can open nothing for the look is at its limit', async () => {
  let isFull = false
  const { watch } = watching(() => {
    if (isFull) throw Object.assign(new Error('too many'), { code: 'EMFILE' })
    return { open: 10, limit: 2_000 }
  })
  await watch.look()
  isFull = true
  await watch.look()
  expect(watch.sign.errors()).toEqual(['descriptors-low'])
})

test('a low limit is logged at the start', async () => {
  const { watch, lines } = watching(() => ({ open: 10, limit: 256 }))
  await watch.look()
  await watch.look()
  expect(lines).toEqual(['The limit of open files is low.'])
})

test.skipIf(process.platform !== 'linux')('reads what this process has open', () => {
  const before = readDescriptors()!
  const file = openSync('/dev/null', 'r')
  expect(readDescriptors()!.open).toBe(before.open + 1)
  closeSync(file)
  expect(before.limit).toBeGreaterThan(before.open)
})
