import { expect, test } from 'vitest'
import { HUB_NEEDS } from '../fleet/hub-need.ts'
import englishHub from '../languages/en/agent.json' with { type: 'json' }
import english from '../languages/en/camera.json' with { type: 'json' }
import japaneseHub from '../languages/ja/agent.json' with { type: 'json' }
import japanese from '../languages/ja/camera.json' with { type: 'json' }
import { STREAM_ERRORS } from './stream-errors.ts'

type ReasonKey = Extract<keyof typeof english, `reason-${string}`>
/** All but the text of a newer hub. */
const KEYS = (Object.keys(english) as (keyof typeof english)[]).filter(
  (key): key is ReasonKey => key.startsWith('reason-') && key !== 'reason-other',
)

const sentences = (text: string, end: RegExp) => text.split(end).filter((part) => part.trim() !== '').length

test('REAL-09 each reason of a camera says in both languages what happened, then what to do', () => {
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
  const own = ['opening-ended', 'failed', 'closed-early', 'worker-lost', ...HUB_NEEDS] as const
  for (const code of [...outside, ...own]) {
    expect(english[`reason-${code}`]).not.toMatch(
      /^The camera (at \S+ )?(ended|closed|is connected|never|sends|answers)/,
    )
    expect(japanese[`reason-${code}`]).not.toMatch(/^カメラ(は|が)/)
  }
})

test('CAM-15 what a hub lacks is said at the camera and at the hub as the hub’s, with what to do', () => {
  for (const code of HUB_NEEDS) {
    const all = [english[`reason-${code}`], englishHub[`need-${code}`]]
    const allJapanese = [japanese[`reason-${code}`], japaneseHub[`need-${code}`]]
    for (const text of all) {
      expect(text).toMatch(/\bhub\b/)
      expect(text).not.toMatch(/\bthe camera (?!is not the cause)/i)
      expect(sentences(text, /[.:](?:\s|$)/)).toBeGreaterThan(1)
    }
    for (const text of allJapanese) {
      expect(text).toContain('ハブ')
      expect(sentences(text, /。/)).toBeGreaterThan(1)
    }
  }
})
