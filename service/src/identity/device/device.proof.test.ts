import type { ProofSteps } from '@mimamori/contract/identity/device-proof.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'

const STEPS: ProofSteps = { sound: 'done', notification: 'done', install: 'skipped', silent: 'done' }

let service: TestService
let site: TestTenant
let admin: TestUser
let nurse: TestUser
beforeAll(async () => {
  service = await startService()
  site = await service.tenant()
  admin = await service.user({ role: 'ADMIN', tenant: site })
  nurse = await service.user({ role: 'USER', tenant: site })
})
afterAll(() => service.stop())

const tablet = { device: 'tablet', kind: 'mobile', push: 'on' } as const
const present = async (device: string) =>
  (await service.call(nurse.token, 'deviceProof.present', { body: { ...tablet, device } })).body
const save = async (more: { isSeen: boolean; isHeard: boolean; device?: string }) =>
  (await service.call(nurse.token, 'deviceProof.save', { body: { ...tablet, steps: STEPS, ...more } })).body
const devicesOfNurse = async () => {
  const { body } = await service.call(admin.token, 'deviceProof.ofSite')
  return body.owners.find(({ userId }) => userId === nurse.id)!.devices
}

describe('ALARM-03 a device for alarms', () => {
  test('ALARM-03 a device is proven only if the test alarm was both seen and heard', async () => {
    expect(await present('tablet')).toEqual({ provenAt: null, provenByName: null, steps: null })
    expect((await save({ isSeen: true, isHeard: false })).provenAt).toBeNull()
    const proven = await save({ isSeen: true, isHeard: true })
    expect(proven).toMatchObject({ provenAt: service.clock.now().toISOString(), steps: STEPS })
    expect(await present('tablet')).toEqual(proven)
  })

  test('ALARM-03 stays proven when a person skips the steps later, and another device does not', async () => {
    const { provenAt } = await save({ isSeen: true, isHeard: true })
    service.clock.advance(60_000)
    expect((await save({ isSeen: false, isHeard: false })).provenAt).toBe(provenAt)
    expect((await present('phone')).provenAt).toBeNull()
  })

  test('PROOF-01 administrators see people with unproven devices, or without any device', async () => {
    const newcomer = await service.user({ role: 'RESTRICTED_USER', tenant: site })
    await present('phone')
    const { owners } = (await service.call(admin.token, 'deviceProof.ofSite')).body
    expect(owners.find(({ userId }) => userId === newcomer.id)?.devices).toEqual([])
    expect((await devicesOfNurse()).map(({ provenAt }) => provenAt !== null).sort()).toEqual([false, true])
    const signedIn = (await service.call(admin.token, 'device.ofUser', { params: { id: nurse.id } })).body
    expect([signedIn.isAnswerer, signedIn.devices[0]?.provenAt === null]).toEqual([true, false])
  })

  test('PROOF-01 the confirmation is in the audit with its steps', async () => {
    await save({ isSeen: true, isHeard: true })
    const rows = await service.sql`
      select details from audit where action = 'device.prove' and object_id = ${nurse.id} order by id desc limit 1`
    expect(rows[0]?.details).toEqual({ ...STEPS, push: 'on' })
  })

  test('at most twenty devices of a person are stored, the most recently used ones', async () => {
    for (let i = 0; i < 22; i++) {
      service.clock.advance(1_000)
      await present(`browser ${i}`)
    }
    const devices = await devicesOfNurse()
    expect([devices.length, devices[0]?.seenAt]).toEqual([20, service.clock.now().toISOString()])
  })
})
