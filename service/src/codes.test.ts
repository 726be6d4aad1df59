// A new language, form of address or app in the contract needs no migration: the schema checks only the form of their
// codes.
import { NOTIFICATION_CHANNELS } from '@mimamori/contract/alerting/channel.ts'
import { HONORIFICS } from '@mimamori/contract/care/resident-title.ts'
import { LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'
import { APP_CODES } from '@mimamori/contract/shared/app-catalogue.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'

let service: TestService
let tables: string[]
beforeAll(async () => {
  service = await startService()
  const rows = await service.sql<{ definition: string }[]>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`
  tables = rows.map(({ definition }) => definition)
})
afterAll(() => service.stop())

/** The checks that name at least two of these. */
const naming = (codes: readonly string[]) =>
  tables.filter((check) => codes.filter((code) => check.includes(`'${code}'`)).length > 1)

test.each([
  ['GEN-01 languages', LOCALE_CODES],
  ['APP-01 apps', APP_CODES],
  ['forms of address', HONORIFICS],
  ['ways of a message', NOTIFICATION_CHANNELS],
])('%s are listed by no constraint', (_, codes) => {
  expect(naming(['critical', 'high'])).not.toEqual([])
  expect(naming(codes)).toEqual([])
})

test('GEN-01 a third language can be stored, and a malformed code cannot', async () => {
  const user = await service.user({ role: 'USER', tenant: await service.tenant() })
  const speak = (locale: string) =>
    service.sql`update app_user set locale = ${locale} where id = ${user.id} returning locale`
  expect(await speak('ko')).toEqual([{ locale: 'ko' }])
  expect(await speak('zh-Hant')).toEqual([{ locale: 'zh-Hant' }])
  for (const wrong of ['', 'English', 'zh_TW', "en'"]) await expect(speak(wrong)).rejects.toThrow('app_user_locale')
})

test('APP-01 a new app can be switched at a site, and a malformed code cannot', async () => {
  const { id } = await service.tenant()
  const add = (code: string) =>
    service.sql`insert into site_app (tenant_id, app_code, state) values (${id}, ${code}, 'ENABLED') returning app_code`
  expect(await add('A099')).toEqual([{ app_code: 'A099' }])
  for (const wrong of ['', 'A99', 'a001', 'A0011']) await expect(add(wrong)).rejects.toThrow('site_app_code')
})
