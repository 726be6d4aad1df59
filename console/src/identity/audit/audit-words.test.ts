import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import auditEn from '@mimamori/contract/languages/en/audit.json'
import auditJa from '@mimamori/contract/languages/ja/audit.json'
import { ALARM_ACTIONS } from '@mimamori/contract/shared/alarm-state.ts'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { toAuditFilter, toAuditSearch } from './audit-search.ts'
import { actWords, factLines, reasonWords } from './audit-words.ts'

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: { en: { audit: auditEn }, ja: { audit: auditJa } },
    keySeparator: false,
    nsSeparator: '.',
    interpolation: { escapeValue: false },
  }),
)

/** Every act that the service writes down by name. */
function actsOfService(): string[] {
  const root = join(import.meta.dirname, '..', '..', '..', '..', 'service', 'src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path))
  const acts = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/action: '([a-zA-Z-]+\.[a-zA-Z-]+)'/g)].map(([, act]) => act!),
  )
  return [...new Set(acts)].toSorted()
}

describe('the audit log in words', () => {
  test.each(['en', 'ja'])('GEN-01 has words in %s for every act that the service writes down', async (language) => {
    await i18next.changeLanguage(language)
    const acts = [...actsOfService(), ...ALARM_ACTIONS.map((action) => `alarm.${action}`)]
    expect(acts).toContain('session.connect')
    expect(acts.filter((act) => actWords(act) === act)).toEqual([])
  })

  test('says an act by its own sentence, else by verb and noun, else by its name', async () => {
    await i18next.changeLanguage('en')
    expect(['session.login', 'camera.patch', 'moon.land'].map(actWords)).toEqual([
      'Signed in',
      'Changed camera',
      'moon.land',
    ])
    await i18next.changeLanguage('ja')
    expect(['session.login', 'camera.patch'].map(actWords)).toEqual(['ログイン', 'カメラを変更'])
  })

  test('AUTH-13 says of a connection without a reason that none was given', async () => {
    await i18next.changeLanguage('en')
    const reasons = [
      { action: 'session.connect', reason: null },
      { action: 'session.connect', reason: 'A dark camera' },
      { action: 'camera.patch', reason: null },
    ].map(reasonWords)
    expect(reasons).toEqual(['No reason was given.', 'A dark camera', null])
  })

  test('says what changed with what it was and what it is, and other facts as they are', () => {
    const changed = { name: ['A', 'B'], limit: [null, 3], packages: [['VCARE'], ['VCARE', 'PRO']] }
    expect(factLines({ changed, until: '10:00' })).toEqual([
      'name: A → B',
      'limit: – → 3',
      'packages: ["VCARE"] → ["VCARE","PRO"]',
      'until: 10:00',
    ])
    expect(factLines({ changed: ['name', 'unitIds'] })).toEqual(['changed: ["name","unitIds"]'])
  })
})

describe('its address', () => {
  test('NAV-09 keeps what it understands and leaves out the rest', () => {
    const actorId = '019a9b00-0000-7000-8000-000000000000'
    const typed = { range: 'day', areas: ['camera', 'moon'], connected: 'true', refused: true, actorId, objectId: '7' }
    const search = toAuditSearch(typed)
    expect(search).toEqual({ range: 'day', areas: ['camera'], connected: true, refused: true, actorId })
    expect(toAuditSearch({ range: 'month', areas: 'moon,sun' })).toEqual({})
    expect(toAuditFilter(search, new Date('2026-11-21T01:02:33Z'))).toEqual({
      from: '2026-11-20T01:02:00.000Z',
      nouns: ['camera', 'camera-app'],
      isView: false,
      isConnected: true,
      outcome: 'refused',
      actorId,
    })
    expect(toAuditFilter({ range: 'all', views: true }, new Date())).toEqual({})
    expect(toAuditFilter({ range: 'all', areas: ['image'] }, new Date())).not.toHaveProperty('isView')
  })
})
