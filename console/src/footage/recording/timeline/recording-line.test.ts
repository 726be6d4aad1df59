import { expect, test } from 'vitest'
import { following, merged, NO_LINE, opened } from './recording-line.ts'

const one = (id: string, hour: number, cameraId = 'hall') => ({
  id,
  cameraId,
  startedAt: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
})

test('REC-02 responses are merged by id, oldest first, and the index follows the open one', () => {
  const first = opened(merged(NO_LINE, [one('b', 2), one('c', 3)]), 'c')
  expect(first.index).toBe(1)
  const more = merged(first, [one('a', 1), one('c', 3), one('d', 4)])
  expect([more.recordings.map(({ id }) => id), more.index]).toEqual([['a', 'b', 'c', 'd'], 2])
  expect(following(more)?.id).toBe('d')
  expect(following(opened(more, 'd'))).toBe(undefined)
})

test('REC-02 after a reset the index is -1, and nothing follows', () => {
  const line = opened(merged(NO_LINE, [one('a', 1), one('b', 2)]), undefined)
  expect([line.index, following(line)]).toEqual([-1, undefined])
})

test('REC-02 another camera starts a new line', () => {
  const line = merged(opened(merged(NO_LINE, [one('a', 1)]), 'a'), [one('x', 1, 'room')])
  expect(line).toEqual({ recordings: [one('x', 1, 'room')], index: -1 })
})
