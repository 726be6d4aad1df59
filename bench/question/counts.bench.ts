/** P2: how long the number of alerts and of unread ones takes beside counting them, and whether it is exact. */

import { Agent } from 'node:http'
import { countAlerts } from '@mimamori/service/alerting/alert/alert.counts.ts'
import { type Bench, median, quantile, round } from '../bench.ts'
import { madeId } from '../part/alert-history.ts'
import { type Asker, openAsker } from '../part/history-question.ts'
import { send } from '../part/small-client.ts'
import { type HistorySite, openHistorySite } from '../site/history-site.ts'

const SMALL = 10_000
const LARGE = 1_000_000
const FIRST_SHARE = 0.5
const TIMES = 200
const NAIVE_TIMES = 10
const CHANGES = 150
const PER_CHANGE = 20
const GOAL_SHARE = 0.01
const GOAL_MS = 5
const GOAL_FLAT = 2

export const bench: Bench = {
  question: `How long do the number of a site's alerts and of the unread ones take, among ${LARGE * FIRST_SHARE} of its own, and are they exact?`,
  goal: `at most ${GOAL_SHARE} of counting the rows and ${GOAL_MS} ms; at most ${GOAL_FLAT} times as long as among ${SMALL * FIRST_SHARE}; exact after every change`,
  async run(say) {
    const large = await openHistorySite({ alerts: LARGE, firstShare: FIRST_SHARE, say })
    const small = await openHistorySite({ alerts: SMALL, firstShare: FIRST_SHARE, say })
    const askers = { large: openAsker(large.databaseUrl), small: openAsker(small.databaseUrl) }
    try {
      const times = { large: [] as number[], small: [] as number[], naive: [] as number[] }
      for (let turn = 0; turn < TIMES; turn++) {
        times.large.push(await ours(askers.large))
        times.small.push(await ours(askers.small))
        if (turn % (TIMES / NAIVE_TIMES) === 0) times.naive.push(await counting(large.sql))
      }
      const share = round(median(times.large) / median(times.naive))
      const growth = round(median(times.large) / median(times.small))
      say(
        `ours ${round(median(times.large))} ms, among ${SMALL} ${round(median(times.small))} ms, counted ${round(median(times.naive))} ms`,
      )
      const exactness = await changeAndCompare(large)
      say(`${exactness.compared} comparisons, ${exactness.wrong} wrong`)
      return {
        isMet: share <= GOAL_SHARE && median(times.large) <= GOAL_MS && growth <= GOAL_FLAT && exactness.wrong === 0,
        figures: {
          alertsOfTheSite: LARGE * FIRST_SHARE,
          shareOfCounting: share,
          growth,
          ours: summary(times.large),
          [`among${SMALL}`]: summary(times.small),
          counted: summary(times.naive),
          exactness,
        },
        notes: [
          'Ours: both numbers in one transaction under row level security, by the code of the service, warm. Counted: row by row under the same conditions, as the owner of the tables without tenancy.',
          'Exactness: alerts drawn by chance are seen, archived, taken back, deleted and restored through the service by five users; after each change both numbers of the user, and those of the archive, are compared with counting.',
        ],
      }
    } finally {
      await Promise.all(Object.values(askers).map((asker) => asker.stop()))
      await small.close()
      await large.close()
    }
  },
}

async function ours({ ask, timed }: Asker): Promise<number> {
  const { tookMs } = await timed((db) =>
    Promise.all([countAlerts(db, ask({})), countAlerts(db, ask({ hasRead: false }))]),
  )
  return tookMs
}

async function counting(sql: HistorySite['sql']): Promise<number> {
  const begunMs = performance.now()
  await countRows(sql, {})
  await countRows(sql, { hasRead: false })
  return performance.now() - begunMs
}

/** Row by row, as the first site's first user sees them. */
async function countRows(sql: HistorySite['sql'], { hasRead, archived = false }: Filter): Promise<number> {
  const [tenantId, userId] = [madeId('tenant', 0), madeId('user', 0)]
  const [row] = await sql<{ alerts: number }[]>`
    select count(*)::int as alerts from alert a
    where a.tenant_id = ${tenantId} and a.deleted_at is null and a.is_archived = ${archived}
    ${
      hasRead === false
        ? sql`and a.created_at > (select seen_until from user_alert_watermark w
        where w.tenant_id = ${tenantId} and w.user_id = ${userId})
      and not exists (select from alert_seen s
        where s.tenant_id = a.tenant_id and s.user_id = ${userId} and s.alert_id = a.id)`
        : sql``
    }`
  return row!.alerts
}

type Filter = { hasRead?: boolean; archived?: boolean }

/** `Math.random` will do: whatever is drawn, the numbers must agree. */
const drawn = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!

async function changeAndCompare(site: HistorySite): Promise<{ compared: number; wrong: number }> {
  // Administrators may delete as well.
  await site.sql`update app_user set role = 'ADMIN' where tenant_id = ${madeId('tenant', 0)}`
  const service = await site.start({ rateFactor: 1000 })
  const agent = new Agent({ keepAlive: true })
  // The users of the first site: each 200th.
  const tokens = site.userTokens.filter((_, user) => user % 200 === 0)
  const recent = await site.sql<{ id: string }[]>`
    select id from alert where tenant_id = ${madeId('tenant', 0)} order by occurred_at desc limit 20000`
  const call = (token: string, method: string, path: string, body: object) =>
    send(agent, { method, url: `${service.url}/api/${path}`, token, body: JSON.stringify(body) })
  const changes: ((ids: string[]) => [string, string, object])[] = [
    (ids) => ['PUT', 'alert/patch', { ids, hasRead: true }],
    (ids) => ['PUT', 'alert/patch', { ids, archived: true }],
    (ids) => ['PUT', 'alert/patch', { ids, archived: false }],
    (ids) => ['POST', 'alert/remove', { ids }],
    (ids) => ['POST', 'alert/restore', { ids }],
  ]
  let [compared, wrong] = [0, 0]
  try {
    for (let change = 0; change < CHANGES; change++) {
      const ids = Array.from({ length: PER_CHANGE }, () => drawn(recent).id)
      const made = await call(drawn(tokens), ...drawn(changes)([...new Set(ids)]))
      if (made.status !== 200) throw new Error(`A change was answered ${made.status} ${made.text}`)
      for (const filter of [{}, { hasRead: false }, { archived: true }]) {
        const said = await call(tokens[0]!, 'PUT', 'alert/search?pageSize=0', filter)
        const result = await countRows(site.sql, filter)
        compared++
        if ((JSON.parse(said.text) as { totalCount: number }).totalCount !== result) wrong++
      }
    }
  } finally {
    agent.destroy()
    await service.stop()
  }
  return { compared, wrong }
}

function summary(tookMs: readonly number[]) {
  return { p50Ms: round(quantile(tookMs, 0.5)), p99Ms: round(quantile(tookMs, 0.99)), times: tookMs.length }
}
