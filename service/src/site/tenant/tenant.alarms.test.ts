import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'

let service: TestService
let site: TestTenant
let admin: TestUser
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
  admin = await service.user({ role: 'ADMIN', tenant: site })
})
afterAll(() => service.stop())

const read = async () => (await service.call(admin.token, 'alarmSettings.get')).body

describe('ALARM-01 alarm settings of the own site', () => {
  test('ALARM-01 an administrator makes medium alerts alarms, and the next one needs an answer', async () => {
    const { version } = await read()
    const body = { alarmSeverities: ['medium' as const, 'critical' as const], arrivalLimitSeconds: 240, version }
    const { body: saved } = await service.call(admin.token, 'alarmSettings.save', { body })
    expect(saved).toMatchObject({ alarmSeverities: ['critical', 'medium'], arrivalLimitSeconds: 240 })
    const camera = await insertCamera(service, site)
    await insertAlert(service, camera, { severity: 'high' })
    const medium = await insertAlert(service, camera, { severity: 'medium' })
    const { records } = (await service.call(admin.token, 'alarm.open')).body
    expect(records.map(({ alertId }) => alertId)).toEqual([medium.id])
    const [row] = await service.sql`
      select details from audit where tenant_id = ${site.id} and action = 'tenant.save-alarms'`
    expect(row?.details.after).toEqual({
      alarmSeverities: ['critical', 'medium'],
      arrivalLimitSeconds: 240,
      isReturnEnding: true,
      alarmsPerHourBudget: null,
      repeatMinutes: 5,
    })
  })

  test('ALARM-01 settings without critical, with an absurd limit or an older version are rejected', async () => {
    const { version } = await read()
    const good = { alarmSeverities: ['critical' as const], arrivalLimitSeconds: 180, version }
    const status = async (more: object) =>
      (await service.refused(admin.token, 'alarmSettings.save', { body: { ...good, ...more } })).body.key
    expect(await status({ alarmSeverities: ['high'] })).toBe('invalid-request')
    expect(await status({ arrivalLimitSeconds: 5 })).toBe('invalid-request')
    expect(await status({ repeatMinutes: 61 })).toBe('invalid-request')
    expect(await status({ version: version - 1 })).toBe('conflict')
    expect((await read()).version).toBe(version)
  })
})
