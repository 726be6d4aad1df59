import { expect, test } from 'vitest'
import { boxIn } from './live-decoder.ts'

const box = (kind: string, ...content: number[]) => [
  ...[0, 0, 0, 8 + content.length],
  ...[...kind].map((letter) => letter.charCodeAt(0)),
  ...content,
]

test('a frame is the content of its fragment’s data box', () => {
  expect(boxIn(Uint8Array.from([...box('moof', 1, 2, 3), ...box('mdat', 4, 5)]), 'mdat')).toEqual(Uint8Array.of(4, 5))
})

test('finds a nested box, and ignores its name inside other data', () => {
  const named = [...'avcC'].map((letter) => letter.charCodeAt(0))
  const inner = box('stsd', ...box('avc1', 9, 9, ...box('avcC', 7)))
  expect(boxIn(Uint8Array.from([...box('free', ...named), ...inner]), 'avcC')).toEqual(Uint8Array.of(7))
})

test('returns null for a truncated box', () => {
  expect(boxIn(Uint8Array.from(box('mdat', 4, 5).slice(0, -1)), 'mdat')).toBeNull()
})
