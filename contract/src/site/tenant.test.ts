import { describe, expect, test } from 'vitest'
import { cameraNetwork, tenantDraft, tenantPatch } from './tenant.ts'

const errorOf = (text: string) => cameraNetwork.safeParse(text).error?.issues[0]?.message ?? null

describe('the draft of a site', () => {
  test('SITE-02 name, code and region are required; a code has letters, digits and hyphens', () => {
    const errors = (draft: object) =>
      Object.fromEntries(
        (tenantDraft.safeParse(draft).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
      )
    expect(errors({ name: ' ', code: '' })).toMatchObject({
      name: 'tenant.name-required',
      code: 'tenant.code-required',
      region: 'tenant.region-required',
    })
    expect(errors({ name: 'a', code: 'a b', region: 'ap-northeast-1' })).toEqual({ code: 'tenant.code-invalid' })
    expect(errors({ name: 'さくら', code: 'Sakura-2', region: 'ap-northeast-1' })).toEqual({})
  })

  test('SITE-01 a patch leaves omitted fields unchanged', () => {
    const id = '019a9b00-0000-7000-8000-000000000000'
    expect(tenantPatch.parse({ id, name: 'New' })).toEqual({ id, name: 'New' })
  })
})

describe('networks of cameras', () => {
  test.each(['10.0.0.0/8', '192.168.1.0/24', '203.0.113.7/32', 'fd00::/8', '2001:db8::/32', '0.0.0.0/0'])(
    'SITE-01 %s is a valid camera network',
    (text) => expect(errorOf(text)).toBeNull(),
  )
  test.each(['', '10.0.0.0', '10.0.0.0/33', 'camera.example', '10.0.0/8', 'fd00::/129'])(
    'SITE-01 %j is not a camera network',
    (text) => expect(errorOf(text)).toBe('tenant.network-invalid'),
  )
  test.each([
    '127.0.0.0/8',
    '169.254.169.254/32',
    '224.0.0.0/4',
    '255.255.255.255/32',
    '::1/128',
    'fe80::/10',
    'ff02::/16',
  ])('SITE-01 %s is never contacted and so not listed', (text) => expect(errorOf(text)).toBe('tenant.network-denied'))
})
