import accountEn from '@mimamori/contract/languages/en/account.json'
import accountJa from '@mimamori/contract/languages/ja/account.json'
import { expect, test } from 'vitest'
import { type AccountText, fieldErrorText } from './account-texts.ts'

const textsOf =
  (texts: Record<string, string>): AccountText =>
  (key, values = {}) =>
    texts[key]!.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name]))

test('USER-02 a password that is too short gets the site’s minimum, in both languages', () => {
  const said = [accountEn, accountJa].map((texts) =>
    fieldErrorText(textsOf(texts), 'user.password-too-short 14', 'Not valid'),
  )
  expect(said).toEqual(['Use at least 14 characters.', '14文字以上で入力してください。'])
})

test('an error without a text of its own is answered with the general one', () => {
  const t = textsOf(accountEn)
  expect([fieldErrorText(t, 'moon.full 3', 'Not valid'), fieldErrorText(t, undefined, 'Not valid')]).toEqual([
    'Not valid',
    null,
  ])
})
