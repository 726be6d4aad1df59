/** The load of alert-storm: alerts of all hubs at once, some of them twice, and the checks that each was stored. */
import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { quantile } from '../bench.ts'
import { CAMERAS_PER_TENANT, cameraId, madeId, TENANTS, tenantId, unitId } from '../part/alert-history.ts'
import { type AlertSender, createAlertSender } from '../part/alert-sender.ts'
import { cpuSeconds, residentBytes } from '../part/process-cost.ts'
import type { ServiceProcess } from '../part/service-process.ts'
import type { HistorySite } from './history-site.ts'

/** The share of alerts that were sent before. */
const AGAIN_SHARE = 1 / 20
const FLOOD_BATCH = 100
const WATCH_EVERY_MS = 100
const NOTIFIED_WITHIN_MS = 120_000

export type StormPass = {
  /** New alerts that were stored. */
  perSecond: number
  /** Duration of a request. */
  p50Ms: number
  p99Ms: number
  /** Per new alert. */
  cpuUs: { node: number; postgres: number; all: number }
  /** From the last response until no notice waits. */
  notifiedAfterMs: number
}
type Flood = { stored: number; accepted: number; refused: number; otherAnswers: number; residentMiB: number }
type Whole = { isWhole: boolean; alerts: number; tallied: number; talliedByCamera: number; planned: number }
export type Storm = {
  run: (by: { senders: number; batch: number; seconds: number }) => Promise<StormPass>
  /** The first `hubs` hubs send without a pause. */
  flood: (by: { hubs: number; seconds: number }) => Promise<Flood>
  /** Compares the responses with rows, tallies and due times; `before` rows were created with SQL. */
  requireWhole: (before: number) => Promise<Whole>
  storedIds: ReadonlySet<string>
}

/** Creates an escalation rule on every camera, and the baseline's table. */
export async function prepareStorm(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    insert into escalation (tenant_id, name, threshold_minutes) select id, 'Nobody came', 60 from tenant where kind = 'site';
    update camera c set escalation_ids = array[e.id] from escalation e where e.tenant_id = c.tenant_id;
    create table anchor_alert (like alert including defaults);
    alter table anchor_alert add primary key (tenant_id, id);
    create index on anchor_alert (tenant_id, is_archived, occurred_at desc, id desc);
    create index on anchor_alert (tenant_id, camera_id, is_archived, occurred_at desc, id desc)`)
  await sql`vacuum analyze camera`
}

/** Marks alerts created with SQL as seen and alarms as resolved; otherwise the service would escalate them. */
export async function answerHistory(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    alter table alert disable trigger user;
    update alert a set first_seen_at = created_at, first_seen_name = 'Somebody',
      alarm_state = case when alarm_state is not null then 'resolved' end,
      resolved_at = case when alarm_state is not null then created_at end,
      resolved_name = case when alarm_state is not null then 'Somebody' end,
      outcome = case when alarm_state is not null then 'nothing-needed' end
      where created_at > now() - interval '26 hours' and not exists (
        select from alert_escalation x where x.tenant_id = a.tenant_id and x.alert_id = a.id);
    alter table alert enable trigger user`)
}

/** For pgbench: one alert of a random camera. */
export function anchorScript(): string {
  return `\\set camera random(0, ${TENANTS * CAMERAS_PER_TENANT - 1})
insert into anchor_alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, detections) values
(${tenantId(`:camera % ${TENANTS}`)}, uuidv7(), ${cameraId(':camera')}, ${unitId(':camera % 2000')}, 'A003', 'low', now(), now(), '[{"label": "person", "box": {"x": 0.3, "y": 0.3, "width": 0.2, "height": 0.4}}]');
`
}

/** One sender for each hub, and its responses. */
export function startStorm(site: HistorySite, service: ServiceProcess): Storm {
  const storedIds = new Set<string>()
  const senders = site.hubTokens.map((token, hub) =>
    createAlertSender({
      url: service.url,
      token,
      cameraIds: Array.from({ length: CAMERAS_PER_TENANT }, (_, n) => madeId('camera', hub + n * TENANTS)),
    }),
  )
  const keep = (ids: readonly string[]) => {
    for (const id of ids) storedIds.add(id)
  }

  async function untilNotified(): Promise<number> {
    const begunMs = performance.now()
    for (;;) {
      const [row] = await site.sql`select 1 from notice limit 1`
      if (!row) return performance.now() - begunMs
      if (performance.now() - begunMs > NOTIFIED_WITHIN_MS)
        throw new Error('Notices are still waiting after two minutes.')
      await pause(WATCH_EVERY_MS)
    }
  }

  return {
    storedIds,
    async run(by) {
      const before = { node: cpuSeconds(service.pid), postgres: cpuSeconds(site.postgresPid) }
      const begunMs = performance.now()
      const sent = await sendFor(senders, by)
      const seconds = (performance.now() - begunMs) / 1000
      const notifiedAfterMs = await untilNotified()
      keep(sent.ids)
      const perAlert = (after: number, before: number) => ((after - before) / sent.ids.length) * 1e6
      const node = perAlert(cpuSeconds(service.pid), before.node)
      const postgres = perAlert(cpuSeconds(site.postgresPid), before.postgres)
      return {
        perSecond: sent.ids.length / seconds,
        p50Ms: quantile(sent.requestsMs, 0.5),
        p99Ms: quantile(sent.requestsMs, 0.99),
        cpuUs: { node, postgres, all: node + postgres },
        notifiedAfterMs,
      }
    },
    async flood({ hubs, seconds }) {
      let highest = 0
      const watch = setInterval(() => {
        highest = Math.max(highest, residentBytes(service.pid))
      }, WATCH_EVERY_MS)
      const { ids, ...answers } = await floodFor(senders.slice(0, hubs), seconds)
      clearInterval(watch)
      keep(ids)
      await untilNotified()
      return { stored: ids.length, ...answers, residentMiB: Math.round(highest / 2 ** 20) }
    },
    async requireWhole(before) {
      const [found] = await site.sql<Omit<Whole, 'isWhole'>[]>`
        select (select count(*) from alert)::int as alerts,
          (select sum(alerts) from alert_tally)::int as tallied,
          (select sum(alerts) from alert_camera_tally where day = '-infinity')::int as "talliedByCamera",
          (select count(*) from alert_escalation)::int as planned`
      const all = before + storedIds.size
      const { alerts, tallied, talliedByCamera, planned } = found!
      const isCounted = alerts === all && tallied === all && talliedByCamera === all
      return { isWhole: isCounted && planned === storedIds.size, ...found! }
    },
  }
}

type Sent = { ids: string[]; requestsMs: number[] }

/** Each of `senders` connections continues with the next hub after each response. */
async function sendFor(
  hubs: readonly AlertSender[],
  { senders, batch, seconds }: { senders: number; batch: number; seconds: number },
): Promise<Sent> {
  const sent: Sent = { ids: [], requestsMs: [] }
  const endMs = performance.now() + seconds * 1000
  const connection = async (own: readonly AlertSender[]) => {
    const last = new Map<AlertSender, string[]>()
    let owed = 0
    for (let turn = 0; performance.now() < endMs; turn++) {
      const hub = own[turn % own.length]!
      owed += batch * AGAIN_SHARE
      const again = (last.get(hub) ?? []).slice(0, Math.floor(owed))
      owed -= again.length
      const begunMs = performance.now()
      const { status, ids } = await hub.send(batch - again.length, again)
      if (status !== 200) throw new Error(`Alerts were answered ${status}`)
      sent.requestsMs.push(performance.now() - begunMs)
      for (const id of ids) sent.ids.push(id)
      last.set(hub, ids)
    }
  }
  const own = (at: number) => hubs.filter((_, hub) => hub % senders === at)
  await Promise.all(Array.from({ length: senders }, (_, at) => connection(own(at))))
  return sent
}

async function floodFor(hubs: readonly AlertSender[], seconds: number) {
  const found = { ids: [] as string[], accepted: 0, refused: 0, otherAnswers: 0 }
  const endMs = performance.now() + seconds * 1000
  const flood = async (hub: AlertSender) => {
    while (performance.now() < endMs) {
      const { status, ids, retryAfterSeconds } = await hub.send(FLOOD_BATCH)
      if (status === 200) {
        found.accepted++
        for (const id of ids) found.ids.push(id)
      } else if (status === 429 && retryAfterSeconds !== null) found.refused++
      else found.otherAnswers++
    }
  }
  await Promise.all(hubs.map(flood))
  return found
}
