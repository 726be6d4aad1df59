/** Every spelling of a name is that name: in unique names, in searches and at the sign-in. */
import { randomUUID } from 'node:crypto'
import type { EndpointKey } from '@mimamori/contract/endpoints.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAgent, insertCamera, insertResident, insertUnit } from '#testing/site.ts'
import { copied, spelling } from '#testing/spellings.ts'

const PASSWORD = 'カモメ garasu 77 é'

let service: TestService
let site: TestTenant
let admin: Awaited<ReturnType<TestService['user']>>
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  site = await service.tenant({ parent: await service.tenant({ kind: 'organisation' }), packages: ['PRO', 'VCARE'] })
  await service.sql`update tenant set room_camera_limit = null where id = ${site.id}`
  await insertAgent(service, site)
  admin = await service.user({ role: 'ADMIN', tenant: site })
})
afterAll(() => service.stop())

const RUNS = { numRuns: 12 }
let names = 0
/** Nobody has it yet. */
const newName = (word: string) => `${word} ${++names}号室 a`
const word = fc.constantFrom('サクラ', 'さくら', 'ガク', '高橋', '吉田 花子', 'Room', 'École')

const person = () => ({
  ...{
    firstName: '花子',
    lastName: '森',
    email: `${randomUUID()}@home.example`,
    role: 'USER',
    password: 'kamome-garasu-77',
  },
  ...{ locale: 'ja', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm' },
})
const camera = () => ({
  ...{ description: 'A', type: 'UNKNOWN', brand: 'A', model: 'A', location: randomUUID().slice(0, 8) },
  ...{ streamingId: randomUUID(), streamUrl: 'rtsp://10.0.0.1/stream' },
})
const rule = () => ({ type: 'ESCALATION', thresholdMinutes: 5, activeHours: null, userIds: [admin.id], unitIds: [] })
/** What has a name that no other one of the site has. */
const NAMED: [string, EndpointKey, (name: string) => object][] = [
  ['unit', 'unit.create', (name) => ({ name })],
  ['tag', 'asset.create', (name) => ({ type: 'TAG', name })],
  ['shift', 'asset.create', (name) => ({ type: 'SHIFT', startMinute: 0, endMinute: 60, name })],
  ['escalation rule', 'asset.create', (name) => ({ ...rule(), name })],
  ['camera', 'camera.register', (name) => ({ ...camera(), name })],
  ['user name', 'user.create', (userName) => ({ ...person(), userName })],
]

describe.each(NAMED)('the name of a %s', (_, key, draft) => {
  const create = async (name: string) => {
    const { status, body } = await service.call(admin.token, key, { body: draft(name) } as never)
    return { status, fields: (body as { fields?: Record<string, string> }).fields }
  }

  test('TEXT-01 is taken in every spelling', async () => {
    await fc.assert(
      fc.asyncProperty(word, copied, async (one, change) => {
        const name = newName(one)
        expect((await create(name)).status).toBe(200)
        expect((await create(change(name))).status).toBeGreaterThanOrEqual(400)
      }),
      RUNS,
    )
  })

  test('TEXT-01 is one line that can be seen, in one direction', async () => {
    const unseen = fc.constantFrom('\n', '\t', '\u2028', '\u202e', '\u2067', '\u200f', '\u200b', '\u3164', '\u0000')
    await fc.assert(
      fc.asyncProperty(word, unseen, async (one, character) => {
        const { status, fields } = await create(`${newName(one)}${character}x`)
        expect([status, Object.values(fields ?? {})]).toEqual([400, ['error.unseen']])
      }),
      RUNS,
    )
  })
})

type Searched = [string, EndpointKey, (name: string) => Promise<unknown>, (text: string) => object]
const SEARCHED: Searched[] = [
  ['unit', 'unit.search', (name) => insertUnit(service, site, name), (text) => ({ name: text })],
  ['camera', 'camera.search', (name) => insertCamera(service, site, { name }), (text) => ({ text })],
  ['room', 'camera.search', (location) => insertCamera(service, site, { location }), (text) => ({ text })],
  [
    'resident',
    'resident.search',
    async (name) => insertResident(service, await insertCamera(service, site), { name }),
    (text) => ({ text }),
  ],
  [
    'user',
    'user.search',
    (lastName) => service.call(admin.token, 'user.create', { body: { ...person(), lastName } as never }),
    (text) => ({ text }),
  ],
]

test.each(SEARCHED)('TEXT-01 a search finds a %s in every spelling', async (_, key, add, filter) => {
  await fc.assert(
    fc.asyncProperty(word, copied, async (one, change) => {
      const name = newName(one)
      await add(name)
      const request = { query: { pageSize: 0 }, body: filter(change(name)) }
      const { body } = await service.call(admin.token, key, request as never)
      expect(body).toMatchObject({ totalCount: 1 })
    }),
    RUNS,
  )
})

test('TEXT-01 an address, a user name and a password are typed on any keyboard', async () => {
  const [email, userName] = ['hana.mori@home.example', 'さくら 高橋']
  const hash = await service.platform.passwords.hash(PASSWORD)
  const { id } = await service.user({ role: 'USER', tenant: site, email })
  await service.sql`update app_user set user_name = ${userName}, password_hash = ${hash} where id = ${id}`
  const same = fc.constantFrom<(text: string) => string>(
    (text) => text.normalize('NFD'),
    (text) => text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0)),
    (text) => text,
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(email, userName), spelling, same, async (name, change, typed) => {
      const userPassword = Buffer.from(typed(PASSWORD)).toString('base64')
      const body = { userName: change(name), userPassword, deviceType: 'web' as const }
      expect((await service.call(undefined, 'session.login', { body })).status).toBe(200)
    }),
    RUNS,
  )
})

test('TEXT-01 a phone number in full width is stored as it is dialled', async () => {
  const body = { ...person(), mobileNo: '０９０ー１２３４－５６７８' } as never
  const { body: user } = await service.call(admin.token, 'user.create', { body })
  expect(user.mobileNo).toBe('090-1234-5678')
})

test('TEXT-02 a file that has a person twice says so, in whatever spelling', async () => {
  const line = (name: string) => ({
    ...{ name, detection: true, recording: true, clearImages: true, answeredOn: '2026-11-01', answeredBy: '長女' },
  })
  await fc.assert(
    fc.asyncProperty(word, spelling, async (one, change) => {
      const lines = [line(newName(one)), line(newName(one))]
      lines.push(line(change(lines[0]!.name)))
      const { body } = await service.call(admin.token, 'resident.import', { body: { lines, dryRun: true } })
      expect(body.lines.map(({ fields, repeats }) => [fields, repeats])).toEqual([
        [{}, null],
        [{}, null],
        [{}, 'line'],
      ])
    }),
    RUNS,
  )
})
