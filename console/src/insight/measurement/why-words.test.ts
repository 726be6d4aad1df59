// What somebody reads of why an alert was raised: the features that were measured, and the thresholds that were asked for.
import { emptySecond, type LoggedApp } from '@mimamori/contract/insight/measurement-block.ts'
import activityEn from '@mimamori/contract/languages/en/activity.json'
import measurementEn from '@mimamori/contract/languages/en/measurement.json'
import activityJa from '@mimamori/contract/languages/ja/activity.json'
import measurementJa from '@mimamori/contract/languages/ja/measurement.json'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import type { Furthest } from './why-runs.ts'
import { gateWords, seenWords } from './why-words.ts'

const texts = i18next.createInstance()
await texts.init({
  resources: {
    en: { measurement: measurementEn, activity: activityEn },
    ja: { measurement: measurementJa, activity: activityJa },
  },
  nsSeparator: '.',
  keySeparator: false,
  interpolation: { escapeValue: false },
})

const second = {
  ...emptySecond(1),
  people: 1,
  bed: 'empty' as const,
  insideShare: 120,
  outsideShare: 345,
  changedShare: 412,
  blobHeightPercent: 38,
}
const logged = (appCode: LoggedApp['appCode'], more: Partial<LoggedApp> = {}): LoggedApp => ({
  appCode,
  sensitivity: 'medium',
  snoozeSeconds: 60,
  ...more,
})
const apps = [
  logged('A001'),
  logged('A003', { pixelChangePercent: 2, motionDurationSeconds: 3 }),
  logged('A004'),
  logged('A005', { sensitivity: 'high' }),
  logged('A006', { crossPercent: 30 }),
]
const wordsOf = (lng: 'en' | 'ja', appCode: LoggedApp['appCode'], gate: Furthest['gate'], of = apps) =>
  gateWords(texts.getFixedT(lng, ['measurement', 'activity']), { appCode, gate, second }, of)

describe('METRIC-03 why an alert was raised, in words', () => {
  test.each([
    ['A001', '0.9%', '0.9%'],
    ['A003', '4.1% of the region changed, for 3 s or longer; 2%', 'しきい値2%'],
    ['A004', 'lying for 10 s was upright on the bed for 1 s', '10秒以上横になっていた人が、ベッドの上で1秒以上'],
    ['A005', 'on the floor for 1 s or longer, as the sensitivity “high”', '1秒以上そのままでした（感度「高」'],
    ['A006', 'at least 30% of the ground', '30%以上が、0.4秒以上'],
  ] as const)('%s says what was asked for and for how long, in English and Japanese', (appCode, english, japanese) => {
    expect(wordsOf('en', appCode, 'raised')).toContain(english)
    expect(wordsOf('ja', appCode, 'raised')).toContain(japanese)
  })

  test('of an app whose settings are not known it says no more than that it was sure', () => {
    expect(wordsOf('en', 'A006', 'raised', [])).toBe('It was sure: an alert was raised.')
    expect(wordsOf('en', 'A006', 'raised', [logged('A006')])).toBe('It was sure: an alert was raised.')
  })

  test('what did not last long enough is logged with the seconds that its sensitivity asks for', () => {
    expect(wordsOf('en', 'A005', 'too-short')).toBe(
      'It began, but did not last for the 1 s that the sensitivity “high” asks for.',
    )
  })

  test('what was measured then is logged beside it', () => {
    expect(seenWords(texts.getFixedT('en', 'measurement'), second)).toBe(
      'The bed was empty. 1 person was seen out of bed. Motion: 1.2% in the bed or region, 3.5% elsewhere.',
    )
  })
})
