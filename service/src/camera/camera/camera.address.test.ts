/** Where a camera is, and each part of its address, is for administrators: paths of cheap cameras hold their password. CAM-15. */

import { type HubError, hubError } from '@mimamori/contract/camera/hub-request.ts'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import { type StatusReason, statusReason } from '@mimamori/contract/camera/status-reason.ts'
import { ROLES, type Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hubErrorFor, reasonFor, settingsErrorsFor } from '#shared/shown/camera-facts.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const SECRET = 'tsubame-99'
const OTHERS = ['USER', 'RESTRICTED_USER', 'DEMO_USER'] as const satisfies Role[]

/** Each fact of a schema, with the secret wherever a text may stand. */
function planted<T>(schema: { options: readonly unknown[] }): T[] {
  type Option = { shape: { code: { options: string[] }; params: { shape: Record<string, object> } } }
  return (schema.options as Option[]).flatMap(({ shape }) => {
    const names = Object.keys(shape.params.shape).filter((name) => name !== 'maker')
    const params = Object.fromEntries(names.map((name) => [name, SECRET]))
    return shape.code.options.map((code) => ({ code, params }) as T)
  })
}

describe('CAM-15 facts about a camera', () => {
  test('a reason has its values for administrators, and reveals no part of the address to others', () => {
    const reasons = planted<StatusReason>(statusReason).filter(({ code }) => !/(^|-)clock(-|$)/.test(code))
    for (const role of ROLES) {
      const shown = reasons.map((reason) => reasonFor(role, reason))
      const isAdmin = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN'].includes(role)
      expect([role, JSON.stringify(shown).includes(SECRET)]).toEqual([role, isAdmin])
      expect(shown.map((each) => statusReason.safeParse(each).success)).not.toContain(false)
    }
    expect(reasonFor('USER', { code: 'login-wrong', params: { host: SECRET } })?.code).toBe('settings-wrong')
    expect(reasonFor('USER', { code: 'timeout', params: { host: SECRET } })?.code).toBe('not-received')
    expect(reasonFor('USER', { code: 'clock-ahead', params: { seconds: '9' } })?.params).toEqual({ seconds: '9' })
  })

  test('errors of hubs and of settings quote no address either', () => {
    const asked = planted<HubError>(hubError).map((error) => hubErrorFor('USER', error))
    expect(asked.filter(({ params }) => 'detail' in params || 'fingerprint' in params)).toEqual([])
    const errors: SettingsError[] = [
      { code: 'not-understood', params: { path: 'streamUrl', detail: SECRET } },
      { code: 'not-applied', params: { detail: SECRET } },
      { code: 'other', params: { text: SECRET } },
      { code: 'bed-missing', params: { appCode: 'A004' } },
    ]
    expect(settingsErrorsFor('USER', errors).map(({ code }) => code)).toEqual(['bed-missing'])
    expect(settingsErrorsFor('ADMIN', errors)).toEqual(errors)
  })

  test('no call about a camera returns a part of its address to other roles', async () => {
    const tenant = await service.tenant()
    const unitId = await insertUnit(service, tenant)
    const { id } = await insertCamera(service, tenant, { unitId })
    await service.sql`update camera set stream_url = ${`rtsp://${SECRET}.example/${SECRET}`},
      sub_stream_url = ${`rtsp://${SECRET}.example/${SECRET}?p=${SECRET}`}, username = ${SECRET},
      ip_address = '10.99.99.99', extra_config = ${JSON.stringify({ url: SECRET })}, reported_version = 1,
      reported_settings = ${service.sql.json({ streamUrl: SECRET })},
      status_reason = ${service.sql.json({ code: 'not-found', params: { host: SECRET } })},
      reported_errors = ${JSON.stringify([{ code: 'not-applied', params: { detail: SECRET } }])}::text::jsonb where id = ${id}`
    const answersTo = async (role: Role) => {
      const { token } = await service.user({ role, tenant, unitIds: role === 'RESTRICTED_USER' ? [unitId] : [] })
      const answers = [
        await service.call(token, 'camera.get', { params: { id } }),
        await service.call(token, 'camera.search', { body: {} }),
        await service.call(token, 'cameraApp.list', { params: { cameraId: id } }),
        await service.call(token, 'coverage.list'),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      return JSON.stringify(answers.map(({ body }) => body))
    }
    expect(await answersTo('ADMIN')).toContain(`rtsp://${SECRET}.example/${SECRET}?p=${SECRET}`)
    for (const role of OTHERS) expect(await answersTo(role)).not.toMatch(/tsubame|10\.99/)
  })
})
