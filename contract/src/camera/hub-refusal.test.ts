import { describe, expect, test } from 'vitest'
import { HUB_REFUSALS, type HubRefusal, readRefusals, refusalText } from './hub-refusal.ts'

describe('what a hub cannot put in force', () => {
  test('CAM-06 every sentence is read again with what it names, alone and among others', () => {
    for (const [key, sentence] of Object.entries(HUB_REFUSALS)) {
      const refusal = key as HubRefusal
      const detail = refusal.startsWith('model-') ? 'at (a). Then b' : 'A004, A006'
      const refused = sentence.includes('{detail}') ? { refusal, detail } : { refusal }
      expect(readRefusals(refusalText([refused]))).toEqual([refused])
      const among = [
        { refusal: 'bed-missing', detail: 'A006' } as const,
        refused,
        { refusal: 'model-too-slow' } as const,
      ]
      expect(readRefusals(refusalText(among))).toEqual(among)
    }
  })

  test('CAM-06 words of its own stay its own, also beside a sentence that is known', () => {
    expect(readRefusals('This hub does not understand apps.0: too big')).toBeNull()
    expect(readRefusals(`${HUB_REFUSALS['model-too-slow']} And more.`)).toBeNull()
    expect(readRefusals('')).toBeNull()
  })

  test('CAM-06 what a library says cannot change the sentence around it', () => {
    expect(refusalText([{ refusal: 'model-failing', detail: '$& {detail}' }])).toContain('failed ($& {detail}):')
  })
})
