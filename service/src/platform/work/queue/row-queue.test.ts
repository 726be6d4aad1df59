import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import type { PlatformDb } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import {
  type ClaimedRow,
  type ClaimOptions,
  claiming,
  endRow,
  holdRow,
  nextClaimAt,
  type RowQueue,
  retryAt,
  retryRow,
  takeClaimTurn,
} from './row-queue.ts'

const QUEUE: RowQueue = { table: 'mail_message', waiting: 'pending', running: 'sending' }
const LEASE_MS = 60_000
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function siteWith(rows: number): Promise<string> {
  const { id } = await service.tenant()
  const now = service.clock.now().toISOString()
  await service.sql`
    insert into mail_message (tenant_id, template, locale, recipient, subject, state, next_at, created_at, changed_at)
    select ${id}, 'invitation', 'en', 'a@b.example', '', 'pending', ${now}, ${now}, ${now} from generate_series(1, ${rows})`
  return id
}
function claim({ atOnce = 5, atOnceOfTenant = 5 }: Partial<ClaimOptions> = {}): Promise<ClaimedRow[]> {
  const now = service.clock.now()
  return service.database.asPlatform('test', async (db) => {
    await takeClaimTurn(db, QUEUE)
    const options = { now, heldUntil: new Date(now.getTime() + LEASE_MS), atOnce, atOnceOfTenant }
    return db.rows(
      sql<ClaimedRow>`${claiming(QUEUE, options)} select tenant_id as "tenantId", id, attempts from claimed`,
    )
  })
}
const held = (row: ClaimedRow) => ({ queue: QUEUE, row, now: service.clock.now() })
const inDatabase = (work: (db: PlatformDb) => Promise<boolean>) => service.database.asPlatform('test', work)
const end = (row: ClaimedRow, state: string) => inDatabase((db) => endRow(db, { ...held(row), state }))
const retry = (row: ClaimedRow, isTry = true) =>
  inDatabase((db) => retryRow(db, { ...held(row), at: service.clock.now(), isTry }))
const clear = () => service.sql`delete from mail_message`

describe('a claim', () => {
  test('gives each tenant its turn: one row is claimed beside a hundred of another tenant', async () => {
    await clear()
    const [busy, quiet] = [await siteWith(100), await siteWith(1)]
    const claimed = await claim()
    expect(claimed.filter(({ tenantId }) => tenantId === quiet)).toHaveLength(1)
    expect(claimed.filter(({ tenantId }) => tenantId === busy)).toHaveLength(4)
  })

  test('respects the limit of a tenant over all instances that claim at the same time', async () => {
    await clear()
    await siteWith(20)
    const claims = await Promise.all([1, 2, 3].map(() => claim({ atOnceOfTenant: 3 })))
    expect(claims.flat()).toHaveLength(3)
  })

  test('takes over rows of an instance that died, and rejects its later writes', async () => {
    await clear()
    await siteWith(1)
    const [first] = await claim()
    service.clock.advance(LEASE_MS - 1)
    expect(await claim()).toEqual([])
    service.clock.advance(1)
    const [second] = await claim()
    expect(second).toMatchObject({ id: first!.id, attempts: 2 })
    expect(await end(first!, 'dead')).toBe(false)
    expect(await end(second!, 'sent')).toBe(true)
  })

  test('is renewed by a sign of life', async () => {
    await clear()
    await siteWith(1)
    const [row] = await claim()
    service.clock.advance(LEASE_MS - 1)
    const heldUntil = new Date(service.clock.now().getTime() + LEASE_MS)
    expect(await inDatabase((db) => holdRow(db, { ...held(row!), heldUntil }))).toBe(true)
    service.clock.advance(LEASE_MS - 1)
    expect(await claim()).toEqual([])
    expect(await nextClaimAt(service.database, QUEUE)).toEqual(heldUntil)
  })

  test('ends when its row is cancelled or removed', async () => {
    await clear()
    await siteWith(2)
    const [cancelled, removed] = await claim()
    await service.sql`update mail_message set state = 'stored', next_at = null where id = ${cancelled!.id}`
    await service.sql`delete from mail_message where id = ${removed!.id}`
    expect([await end(cancelled!, 'sent'), await retry(removed!)]).toEqual([false, false])
    expect(await nextClaimAt(service.database, QUEUE)).toBeNull()
  })

  test('of an instance that ends does not count as a try', async () => {
    await clear()
    await siteWith(1)
    const [first] = await claim()
    expect(await retry(first!, false)).toBe(true)
    expect((await claim())[0]!.attempts).toBe(1)
  })
})

test('a failed try is repeated after the pauses, never sooner than requested', () => {
  const now = new Date('2026-11-23T00:00:00Z')
  const secondsAfter = (at: Date | null) => at && (at.getTime() - now.getTime()) / 1000
  const pauses = [1, 5]
  expect([1, 2, 3].map((tries) => secondsAfter(retryAt(pauses, tries, now)))).toEqual([1, 5, null])
  expect(secondsAfter(retryAt(pauses, 9, now, { isEndless: true }))).toBe(5)
  expect(secondsAfter(retryAt(pauses, 1, now, { atLeastS: 30 }))).toBe(30)
})

const FATES = ['done', 'retried', 'dead', 'crashed', 'late'] as const

test('two instances that crash, retry and are late work off each row exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 30 }),
      async (sites, fates) => {
        await clear()
        for (const rows of sites) await siteWith(rows)
        const over = new Map<string, string>()
        const late: ClaimedRow[] = []
        let at = 0
        while (await nextClaimAt(service.database, QUEUE)) {
          const limits = { atOnce: 3, atOnceOfTenant: 2 }
          const claimed = (await Promise.all([claim(limits), claim(limits)])).flat()
          expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
          for (const rows of Map.groupBy(claimed, ({ tenantId }) => tenantId).values()) {
            expect(rows.length).toBeLessThanOrEqual(2)
          }
          for (const row of claimed) {
            const fate = at < fates.length ? fates[at++]! : 'done'
            if (fate === 'done' || fate === 'dead') {
              expect(over.has(row.id)).toBe(false)
              expect(await end(row, fate === 'done' ? 'sent' : 'dead')).toBe(true)
              over.set(row.id, fate)
            } else if (fate === 'retried') await retry(row)
            else if (fate === 'late') late.push(row)
          }
          if (claimed.length === 0) service.clock.advance(LEASE_MS)
        }
        for (const row of late) expect(await end(row, 'dead')).toBe(false)
        expect(over.size).toBe(sites.reduce((sum, rows) => sum + rows, 0))
      },
    ),
    { numRuns: 15 },
  )
}, 60_000)
