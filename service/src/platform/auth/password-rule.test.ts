import { expect, test } from 'vitest'
import { passwordFault } from './password-rule.ts'

test('USER-02 a password has as many characters as the site asks for, never fewer than six', () => {
  expect(passwordFault('kawa-12345')).toBeNull()
  expect(passwordFault('kawa-1234')).toBe('user.password-too-short 10')
  expect(passwordFault('kawa-1', 6)).toBeNull()
  expect(passwordFault('kawa1', 1)).toBe('user.password-too-short 6')
  expect(passwordFault('見守り見守り見守り犬')).toBeNull()
  expect(passwordFault('👩‍⚕️', 6)).toBe('user.password-too-short 6')
})

test('USER-02 a password is no address and no name, however it is written', () => {
  const own = ['Misaki.Ito@sakura.example', '美咲伊藤', 'Sakura House Osaka', 'sakura-01', null]
  const refused = [
    'misaki.ito@sakura.example',
    'MISAKI-ITO',
    'sakura house osaka',
    'SakuraHouseOsaka',
    'ｓａｋｕｒａ01',
    '美咲　・　伊藤',
  ]
  expect(refused.filter((each) => passwordFault(each, 6, own) !== 'user.password-own-name')).toEqual([])
  expect(passwordFault('misaki likes tea', 6, own)).toBeNull()
})

test('USER-02 a password that leaked is refused in any case of letters', () => {
  for (const leaked of ['1234567890', 'Qwertyuiop', 'PASSWORD', 'letmein', 'iloveyou', 'sunshine']) {
    expect([leaked, passwordFault(leaked, 6)]).toEqual([leaked, 'user.password-leaked'])
  }
})
