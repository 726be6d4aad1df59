import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertUnit } from '#testing/site.ts'

let service: TestService
let organisation: TestTenant
let site: TestTenant
let sibling: TestTenant
let unitId: string
let shiftId: string
let token: string
/** First and last name, role, and special properties. */
const PEOPLE = [
  ['Aya', 'Yoshida', 'USER'],
  ['Daisuke', 'Watanabe', 'USER'],
  ['Emi', 'Kobayashi', 'RESTRICTED_USER'],
  ['美咲', '伊藤', 'USER'],
] as const
const ids: Record<string, string> = {}

beforeAll(async () => {
  service = await startService()
  organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation })
  sibling = await service.tenant({ parent: organisation })
  unitId = await insertUnit(service, site, '2F')
  const [shift] = await service.sql<{ id: string }[]>`insert into shift (tenant_id, name, start_minute, end_minute)
    values (${site.id}, 'Night', 990, 570) returning id`
  shiftId = shift!.id
  for (const [firstName, lastName, role] of PEOPLE) {
    const { id } = await service.user({ role, tenant: site })
    await service.sql`update app_user set first_name = ${firstName}, last_name = ${lastName} where id = ${id}`
    ids[firstName] = id
  }
  await service.sql`update app_user set type = 'SHARED', mobile_no = '090-55' where id = ${ids.Aya!}`
  await service.sql`update app_user set disabled_at = now(), last_sign_in_at = '2026-11-01' where id = ${ids.Emi!}`
  await service.sql`update app_user set last_sign_in_at = '2026-11-02' where id = ${ids.Daisuke!}`
  await service.sql`insert into user_unit values (${site.id}, ${ids.Daisuke!}, ${unitId})`
  await service.sql`insert into user_shift values (${site.id}, ${ids.美咲!}, ${shiftId})`
  const admin = await service.user({ role: 'ADMIN', tenant: site })
  await service.sql`update app_user set first_name = 'Zen', last_name = 'Admin' where id = ${admin.id}`
  token = admin.token
})
afterAll(() => service.stop())

async function found(body: object, query: object = {}): Promise<string[]> {
  const answer = await service.call(token, 'user.search', { body, query })
  return answer.body.records.map(({ firstName }) => firstName)
}

describe('USER-04 user.search', () => {
  test.each([
    ['nothing', {}, ['Aya', 'Daisuke', 'Emi', 'Zen', '美咲']],
    ['part of a name', { text: 'yosh' }, ['Aya']],
    ['a whole name, whichever comes first', { text: '伊藤 美' }, ['美咲']],
    ['a mobile number', { text: '090-55' }, ['Aya']],
    ['what only looks like a pattern', { text: '%' }, []],
    ['roles', { roles: ['RESTRICTED_USER', 'ADMIN'] }, ['Emi', 'Zen']],
    ['type', { type: 'SHARED' }, ['Aya']],
    ['disabled', { isDisabled: true }, ['Emi']],
    ['enabled', { isDisabled: false, text: 'a' }, ['Aya', 'Daisuke', 'Zen', '美咲']],
  ])('finds by %s', async (_, body, expected) => {
    expect(await found(body)).toEqual(expected)
  })

  test('SET-04 user.search finds by unit and by shift', async () => {
    expect(await found({ unitIds: [unitId] })).toEqual(['Daisuke'])
    expect(await found({ shiftIds: [shiftId] })).toEqual(['美咲'])
  })

  test('sorts by name, role and last sign-in, both ways; users without a sign-in count as oldest', async () => {
    expect(await found({}, { sortColumn: 'name' })).toEqual(['美咲', 'Zen', 'Emi', 'Daisuke', 'Aya'])
    const byRole = await found({}, { sortColumn: 'role' })
    expect([byRole[0], byRole.at(-1)]).toEqual(['Zen', 'Emi'])
    expect((await found({}, { sortColumn: 'lastSignIn' })).slice(0, 2)).toEqual(['Daisuke', 'Emi'])
    expect((await found({}, { sortColumn: 'lastSignIn', sortAscending: true })).slice(-2)).toEqual(['Emi', 'Daisuke'])
    expect((await service.refused(token, 'user.search', { query: { sortColumn: 'email' } })).status).toBe(400)
  })

  test('user.search returns pages and the total count', async () => {
    const second = await service.call(token, 'user.search', { query: { pageSize: 2, pageNumber: 1 } })
    expect(second.body.records.map(({ firstName }) => firstName)).toEqual(['Emi', 'Zen'])
    expect([second.body.totalCount, second.body.currentPage]).toEqual([5, 1])
    const counted = await service.call(token, 'user.search', { query: { pageSize: 0, pageNumber: 3 } })
    expect(counted.body).toEqual({ records: [], totalCount: 5, currentPage: 0 })
  })

  test('an organizer sees the own organization with its sites, and filters by one of them', async () => {
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    await service.user({ role: 'USER', tenant: sibling })
    const search = (body: object) => service.call(organiser.token, 'user.search', { body })
    expect((await search({})).body.totalCount).toBe(7)
    expect((await search({ tenantIds: [sibling.id] })).body.totalCount).toBe(1)
  })
})

test('NIGHT-10 users are ordered by their names in kana and found by them', async () => {
  const home = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant: home })
  const people = [
    ['渡辺', '健', 'わたなべ けん'],
    ['安部', '恵', 'アベ メグミ'],
    ['東海林', '太郎', 'しょうじ たろう'],
  ] as const
  for (const [at, [lastName, firstName, kana]] of people.entries()) {
    const email = `kana-${at}-${home.id}@people.example`
    const draft = { firstName, lastName, kana, email, role: 'USER', timezone: 'Asia/Tokyo', locale: 'ja' } as const
    await service.call(admin.token, 'user.create', { body: { ...draft, dateFormat: 'yyyy/MM/dd HH:mm' } })
  }
  const named = async (text?: string) => {
    const { body } = await service.call(admin.token, 'user.search', { body: { roles: ['USER'], text } })
    return body.records.map(({ lastName }) => lastName)
  }
  expect(await named()).toEqual(['安部', '東海林', '渡辺'])
  expect(await named('ショウジ')).toEqual(['東海林'])
})

test('SET-04 an administrator chooses among the units and shifts of the site', async () => {
  const { body } = await service.call(token, 'user.choices')
  expect(body).toEqual({
    units: [{ id: unitId, name: '2F' }],
    shifts: [{ id: shiftId, name: 'Night' }],
    passwordMinLength: 10,
  })
  const { status } = await service.refused(token, 'user.choices', { body: { tenantId: sibling.id } })
  expect(status).toBe(404)
})

describe('user.names', () => {
  test('SET-02 user.names lists the active users of the site by name, with role and units', async () => {
    const { body } = await service.call(token, 'user.names')
    expect(body.records.map(({ displayName }) => displayName)).toEqual([
      'Aya Yoshida',
      'Daisuke Watanabe',
      'Zen Admin',
      '伊藤 美咲',
    ])
    expect(body.records[1]).toEqual({
      id: ids.Daisuke,
      displayName: 'Daisuke Watanabe',
      role: 'USER',
      tenantId: site.id,
      unitNames: ['2F'],
    })
    const narrowed = await service.call(token, 'user.names', { body: { text: 'wata' } })
    expect(narrowed.body.totalCount).toBe(1)
  })

  test('user.names returns an earlier choice, even of a user who is disabled by now', async () => {
    const { body } = await service.call(token, 'user.names', { body: { ids: [ids.Emi!] } })
    expect(body.records.map(({ displayName }) => displayName)).toEqual(['Emi Kobayashi'])
  })
})
