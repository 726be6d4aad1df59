import { expect, test } from 'vitest'
import english from '../languages/en/camera.json' with { type: 'json' }
import japanese from '../languages/ja/camera.json' with { type: 'json' }
import { STREAM_ERRORS } from './stream-errors.ts'

type ReasonKey = Extract<keyof typeof english, `reason-${string}`>
/** All but the text of a newer hub. */
const KEYS = (Object.keys(english) as (keyof typeof english)[]).filter(
  (key): key is ReasonKey => key.startsWith('reason-') && key !== 'reason-other',
)

test('REAL-09 each reason of a camera says in both languages what happened, then what to do', () => {
  const sentences = (text: string, end: RegExp) => text.split(end).filter((part) => part.trim() !== '').length
  const without = KEYS.filter((key) => {
    return sentences(english[key], /[.:](?:\s|$)/) < 2 || sentences(japanese[key], /。/) < 2
  })
  expect(without).toEqual([])
  expect(KEYS.length).toBeGreaterThan(STREAM_ERRORS.length)
})

test('REAL-09 no reason blames the camera for what the hub or the network may have done', () => {
  const outside = [
    'unreachable',
    'timeout',
    'ended',
    'no-frames',
    'no-key-frames',
    'not-begun',
    'not-decodable',
  ] as const
  const own = [
    'opening-ended',
    'failed',
    'closed-early',
    'worker-lost',
    'pose-missing',
    'pose-late',
    'hub-slow',
  ] as const
  for (const code of [...outside, ...own]) {
    expect(english[`reason-${code}`]).not.toMatch(
      /^The camera (at \S+ )?(ended|closed|is connected|never|sends|answers)/,
    )
    expect(japanese[`reason-${code}`]).not.toMatch(/^カメラ(は|が)/)
  }
})
