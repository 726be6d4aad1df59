/** Tally and pages against the users themselves, after random insertions, changes of role, switches and deletions. */

import { ROLES, USER_SORTS } from '@mimamori/contract/shared/roles.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const share = fc.nat(8)
const role = fc.constantFrom(...ROLES.filter((each) => each !== 'SUPER_ADMIN'))
const site = fc.nat(1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), roles: fc.array(role, { maxLength: 7 }), site }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('role' as const), share, role }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch' as const), share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), share }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign-in' as const), share }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function apply(sites: readonly TestTenant[], change: Step): Promise<void> {
  const { sql } = service
  if (change.kind === 'add') {
    await sql`insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash)
      select ${sites[change.site]!.id}, x.key || '@tally.example', x.key, left(x.key, 2), left(x.key, 5), x.role, 'none'
      from (select role, md5(random()::text) as key from unnest(${change.roles}::text[]) role) x`
    return
  }
  // Selects a share of the added users by the end of their ids, so that repeated calls select the same ones.
  const some = sql`tenant_id = any(${sites.map(({ id }) => id)}::uuid[]) and email like '%@tally.example'
    and get_byte(uuid_send(id), 15) % 9 <= ${change.share}`
  if (change.kind === 'role') await sql`update app_user set role = ${change.role} where ${some}`
  if (change.kind === 'switch') {
    await sql`update app_user set disabled_at = case when disabled_at is null then now() end where ${some}`
  }
  if (change.kind === 'delete') await sql`delete from app_user where ${some}`
  if (change.kind === 'sign-in') await sql`update app_user set last_sign_in_at = now() where ${some}`
}

/** Differences between the stored tally and one recomputed from the users; empty if they agree. */
async function errors(ids: readonly string[]): Promise<unknown[]> {
  const rows = await service.sql`
    with counted as (select tenant_id, role, disabled_at is not null, count(*)::int from app_user
      where tenant_id = any(${ids}::uuid[]) group by 1, 2, 3),
    retained as (select tenant_id, role, is_disabled, users from user_tally where tenant_id = any(${ids}::uuid[]) and users <> 0)
    (table counted except table retained) union all (table retained except table counted)`
  return [...rows]
}

const ORDERS = {
  name: `sort_name $, id $`,
  role: `role_rank(role) $, sort_name, id`,
  lastSignIn: 'last_sign_in_at $ nulls, id $',
}

async function bruteForce(ids: readonly string[], sort: keyof typeof ORDERS, isAscending: boolean): Promise<string[]> {
  const order = ORDERS[sort]
    .replaceAll('$', isAscending ? 'asc' : 'desc')
    .replace('nulls', isAscending ? 'nulls first' : 'nulls last')
  const rows = await service.sql.unsafe<{ id: string }[]>(
    `select id from app_user where tenant_id = any($1::uuid[]) order by ${order}`,
    [`{${ids.join(',')}}`],
  )
  return rows.map(({ id }) => id)
}

/** All pages of three, one after the other, and the count on each of them. */
async function pagesOf(token: string, sortColumn: string, sortAscending: boolean, tenantIds: string[]) {
  const ids: string[] = []
  const counts = new Set<number>()
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { pageNumber, pageSize: 3, sortColumn, sortAscending }
    // Avoids the rate limit.
    service.clock.advance(1000)
    const answer = await service.call(token, 'user.search', { query, body: { tenantIds } })
    counts.add(answer.body.totalCount)
    if (answer.body.records.length === 0) return { ids, counts: [...counts] }
    ids.push(...answer.body.records.map(({ id }) => id))
  }
}

const changes = fc.array(step, { minLength: 3, maxLength: 9 })

/** An organization and its two sites. */
async function changed(steps: readonly Step[]): Promise<[TestTenant, ...TestTenant[]]> {
  const parent = await service.tenant({ kind: 'organisation' })
  const sites = [await service.tenant({ parent }), await service.tenant({ parent })]
  await apply(sites, { kind: 'add', roles: ['USER', 'ADMIN', 'USER', 'DEMO_USER'], site: 0 })
  for (const each of steps) await apply(sites, each)
  return [parent, ...sites]
}

describe('lists of users after random changes', () => {
  test('USER-01 the tally equals the users', async () => {
    const property = fc.asyncProperty(changes, async (steps) => {
      expect(await errors((await changed(steps)).map(({ id }) => id))).toEqual([])
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 25 })
  }, 60_000)

  test('USER-01 every page of every order has its own users, for every caller', async () => {
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    const property = fc.asyncProperty(changes, async (steps) => {
      const [parent, ...sites] = await changed(steps)
      const organiser = await service.user({ role: 'ORG_ADMIN', tenant: parent })
      const all = [parent, ...sites].map(({ id }) => id)
      for (const sort of USER_SORTS) {
        for (const isAscending of [true, false]) {
          const ofOne = await bruteForce([all[1]!], sort, isAscending)
          const ofAll = await bruteForce(all, sort, isAscending)
          const asked = [sort, isAscending] as const
          expect(await pagesOf(organiser.token, ...asked, [])).toEqual({ ids: ofAll, counts: [ofAll.length] })
          expect(await pagesOf(operator.token, ...asked, [all[1]!])).toEqual({ ids: ofOne, counts: [ofOne.length] })
        }
      }
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 4 })
  }, 60_000)
})
