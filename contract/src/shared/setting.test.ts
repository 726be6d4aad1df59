import { describe, expect, test } from 'vitest'
import { namesOf, readSettings, setting } from './setting.ts'

const SETTINGS = {
  PORT: setting.number({ meaning: 'Port.', least: 1, most: 65_535, default: 8080 }),
  SHARE: setting.number({ meaning: 'Share.', least: 0, most: 1, default: null, isWhole: false }),
  LEVEL: setting.choice({ meaning: 'Level.', of: ['low', 'high'], default: 'low' }),
  IS_ON: setting.flag({ meaning: 'On.', default: true }),
  ADDRESS: setting.url({ meaning: 'Address.', schemes: ['https'] }),
  HOSTS: setting.list({ meaning: 'Hosts.', allowed: 'hosts', check: (host) => /^[a-z]+$/.test(host) }),
  TOKEN: setting.text({
    meaning: 'Token.',
    allowed: 'at least 4 characters',
    check: (t) => t.length > 3,
    isSecret: true,
  }),
}
const FILES: Record<string, string> = { '/run/token': 'from a file\n', '/run/short': 'abc\n', '/run/blank': ' \n' }

function read(environment: Record<string, string>) {
  return readSettings(SETTINGS, environment, (path) => {
    if (path in FILES) return FILES[path]!
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
  })
}

describe('settings', () => {
  test('blank or missing settings have their defaults', () => {
    const { values, sources, errors } = read({ PORT: '', LEVEL: ' ' })
    expect(values).toEqual({
      ...{ PORT: 8080, SHARE: null, LEVEL: 'low', IS_ON: true, ADDRESS: null, HOSTS: [], TOKEN: null },
    })
    expect([new Set(Object.values(sources)), errors]).toEqual([new Set(['default']), []])
  })

  test('settings are converted to their types', () => {
    const given = { PORT: '81', SHARE: '0.5', LEVEL: 'high', IS_ON: 'false', ADDRESS: 'https://a', HOSTS: 'a, b,' }
    expect(read(given).values).toMatchObject({
      ...{ PORT: 81, SHARE: 0.5, LEVEL: 'high', IS_ON: false, ADDRESS: 'https://a', HOSTS: ['a', 'b'] },
    })
  })

  test.each([
    ['PORT', '65536', 'PORT: "65536" is refused; it must be a whole number from 1 to 65535.'],
    ['PORT', '0x50', 'PORT: "0x50" is refused; it must be a whole number from 1 to 65535.'],
    ['SHARE', '1.1', 'SHARE: "1.1" is refused; it must be a number from 0 to 1.'],
    ['LEVEL', 'loud', 'LEVEL: "loud" is refused; it must be one of low, high.'],
    ['IS_ON', 'yes', 'IS_ON: "yes" is refused; it must be 1, true, 0 or false.'],
    ['ADDRESS', 'http://a', 'ADDRESS: "http://a" is refused; it must be an address that begins with https://.'],
    ['HOSTS', 'a,b!', 'HOSTS: "a,b!" is refused; it must be hosts.'],
    ['TOKEN', 'abc', 'TOKEN: its value is refused; it must be at least 4 characters.'],
    ['TOKEN_FILE', '/run/short', 'TOKEN: its value is refused; it must be at least 4 characters.'],
    ['TOKEN_FILE', '/run/blank', 'TOKEN_FILE: /run/blank is empty.'],
    ['TOKEN_FILE', '/run/none', 'TOKEN_FILE: /run/none cannot be read (ENOENT).'],
  ])('OPS-08 %s=%s is refused with its name and what is allowed', (name, value, error) => {
    expect(read({ [name]: value }).errors).toEqual([error])
  })

  test('OPS-08 a secret is read from a file, without the end of its line', () => {
    const { values, sources } = read({ TOKEN_FILE: '/run/token' })
    expect([values.TOKEN, sources.TOKEN]).toEqual(['from a file', { file: '/run/token' }])
  })

  test('OPS-08 a secret set beside its file is rejected, and neither value is shown', () => {
    expect(read({ TOKEN: 'hanami', TOKEN_FILE: '/run/token' }).errors).toEqual([
      'TOKEN and TOKEN_FILE are both set; set one of them.',
    ])
  })

  test('settings that are not secret are not read from files', () => {
    expect(read({ PORT_FILE: '/run/token' })).toMatchObject({ values: { PORT: 8080 }, errors: [] })
    expect(namesOf(SETTINGS)).toEqual([...Object.keys(SETTINGS), 'TOKEN_FILE'])
  })
})
