import { expect, test } from 'vitest'
import { pickLanguage, toLanguage } from './language.ts'

test('GEN-02 the query decides before the stored choice, and that before the browser', () => {
  expect(pickLanguage('?lng=ja', 'en', 'en-US')).toBe('ja')
  expect(pickLanguage('?page=2', 'ja', 'en-US')).toBe('ja')
  expect(pickLanguage('', null, 'ja-JP')).toBe('ja')
})

test('GEN-02 anything unknown is English', () => {
  expect(pickLanguage('?lng=fr', 'ja', 'ja')).toBe('en')
  expect(pickLanguage('', 'xx', 'ja')).toBe('en')
  expect(pickLanguage('', null, undefined)).toBe('en')
})

test('GEN-02 regions and capitals do not matter', () => {
  expect([toLanguage('JA'), toLanguage('ja_JP'), toLanguage('en-GB'), toLanguage('jam')]).toEqual([
    'ja',
    'ja',
    'en',
    'en',
  ])
})
