import { expect, test } from 'vitest'
import { passwordError } from './password-rule.ts'

test('USER-02 a password has at least the site’s minimum length, never fewer than six characters', () => {
  expect(passwordError('kawa-12345')).toBeNull()
  expect(passwordError('kawa-1234')).toBe('user.password-too-short 10')
  expect(passwordError('kawa-1', 6)).toBeNull()
  expect(passwordError('kawa1', 1)).toBe('user.password-too-short 6')
  expect(passwordError('見守り見守り見守り犬')).toBeNull()
  expect(passwordError('👩‍⚕️', 6)).toBe('user.password-too-short 6')
})

test('USER-02 a password must not be an address or a name, in any spelling', () => {
  const own = ['Misaki.Ito@sakura.example', '美咲伊藤', 'Sakura House Osaka', 'sakura-01', null]
  const refused = [
    'misaki.ito@sakura.example',
    'MISAKI-ITO',
    'sakura house osaka',
    'SakuraHouseOsaka',
    'ｓａｋｕｒａ01',
    '美咲　・　伊藤',
  ]
  expect(refused.filter((each) => passwordError(each, 6, own) !== 'user.password-own-name')).toEqual([])
  expect(passwordError('misaki likes tea', 6, own)).toBeNull()
})

test('USER-02 a leaked password is rejected, ignoring case', () => {
  for (const leaked of ['1234567890', 'Qwertyuiop', 'PASSWORD', 'letmein', 'iloveyou', 'sunshine']) {
    expect([leaked, passwordError(leaked, 6)]).toEqual([leaked, 'user.password-leaked'])
  }
})
