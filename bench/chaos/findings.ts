/** Results of the chaos: rows compared with raised and acknowledged alerts, what each console saw, and the delays. */
import { readFileSync } from 'node:fs'
import { OUTAGES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { quantile } from '../bench.ts'
import type { ConsoleReader } from '../simulate/console-reader.ts'
import type { Disturbed, Window } from './disturbances.ts'
import type { Viewing } from './real-side.ts'
import type { Stage } from './stage.ts'

type Delay = { count: number; p50: number; p99: number; max: number }
type Raised = { all: string[]; falls: string[] }

export type Findings = {
  alerts: number
  falls: number
  acknowledged: number
  /** Acknowledged to a hub, but not stored. */
  lost: number
  /** Raised, but not stored at the end. */
  missing: number
  /** Rows that neither a hub nor the service itself raised. */
  foreign: number
  /** Rows that the service raised: hubs without a sign of life for 30 s, for example during an outage of the balancer. */
  outages: number
  /** Difference between the dashboard's tallies and the rows. */
  tallyError: number
  /** Clips that their hub uploaded but that their alert lacks. */
  clipsMissing: number
  /** Alerts that a console had not seen at the end, by console. */
  unseen: number[]
  /** Share of what consoles saw in fetched rows and not as an event. */
  seenByRowsShare: number
  /** Falls from the hub to each console, ms: with all up, while one instance is killed and restarts, and the rest. */
  delayMs: Record<State, Delay>
  storedMs: Record<State, Delay>
  consolesBackMs: Delay
  /** Live video of the real hubs' cameras; gaps by what was down when they began. */
  viewing: Omit<Viewing, 'gaps'> & { gapMs: Record<State, Delay> }
  /** From the start of a process to its first response. */
  instanceStartMs: Delay
  crashes: number
  disturbances: Record<string, number>
  /** Errors in the instances' logs, by message. */
  logErrors: Record<string, number>
}

/** Alerts in transit at the start of a window count to it. */
const BEFORE_MS = 1_000
/** Time that hubs and consoles may pause after a larger disturbance before they retry. */
const AFTER_MS = 12_000

type Played = {
  raised: Raised
  hubs: HubSimulator[]
  consoles: ConsoleReader[]
  viewing: Viewing
  disturbed: Disturbed
}

export async function findingsOf(stage: Stage, tenantId: string, played: Played): Promise<Findings> {
  const { raised, hubs, consoles, viewing, disturbed } = played
  const sql = stage.connect()
  const rows = await sql<{ id: string; activity: string; createdMs: number; isClipMissing: boolean }[]>`
    select id, activity, extract(epoch from created_at)::float8 * 1000 as "createdMs",
      clip_state not in ('none', 'ready') as "isClipMissing"
    from alert where tenant_id = ${tenantId}`
  const [tally] = await sql<{ alerts: number }[]>`select coalesce(sum(alerts), 0)::int as alerts from alert_tally`
  await sql.end()
  const stored = new Map(rows.map(({ id, createdMs }) => [id, createdMs]))
  const wanted = new Set(raised.all)
  const foreign = rows.filter(({ id }) => !wanted.has(id))
  const outages = foreign.filter(({ activity }) => OUTAGES.some((outage) => outage === activity)).length
  const acknowledged = hubs.flatMap((hub) => [...hub.acknowledged])
  const falls = raised.falls.map((id) => ({ id, atMs: raisedAtMs(id) }))
  const delays = <T extends { atMs: number }>(of: readonly T[], late: (one: T) => number[]) => {
    const sorted = Map.groupBy(of, ({ atMs }) => stateAt(disturbed.windows, atMs))
    const delay = (state: State) => delayOf((sorted.get(state) ?? []).flatMap(late))
    return { calm: delay('calm'), oneLost: delay('oneLost'), disturbed: delay('disturbed') }
  }
  const lateness = (at: number | undefined, sinceMs: number) => (at ?? Number.POSITIVE_INFINITY) - sinceMs
  const { gaps, ...viewed } = viewing
  const seen = consoles.flatMap((each) => [...each.seen.values()])
  return {
    alerts: raised.all.length,
    falls: raised.falls.length,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !stored.has(id)).length,
    missing: raised.all.filter((id) => !stored.has(id)).length,
    foreign: foreign.length - outages,
    outages,
    tallyError: tally!.alerts - rows.length,
    clipsMissing: rows.filter((row) => row.isClipMissing).length,
    unseen: consoles.map((each) => raised.all.filter((id) => !each.seen.has(id)).length),
    seenByRowsShare: seen.filter(({ by }) => by === 'rows').length / seen.length,
    delayMs: delays(falls, ({ id, atMs }) => consoles.map((each) => lateness(each.seen.get(id)?.atMs, atMs))),
    storedMs: delays(falls, ({ id, atMs }) => [lateness(stored.get(id), atMs)]),
    viewing: { ...viewed, gapMs: delays(gaps, ({ lengthMs }) => [lengthMs]) },
    // The first one is the initial opening of each.
    consolesBackMs: delayOf(consoles.flatMap((each) => each.awayMs.slice(1))),
    instanceStartMs: delayOf(disturbed.startMs),
    crashes: stage.instances.reduce((sum, each) => sum + each.crashes, 0),
    disturbances: countBy(disturbed.windows.map(({ kind }) => kind)),
    logErrors: countBy(stage.instances.flatMap(({ logFile }) => errorsIn(logFile))),
  }
}

type State = 'calm' | 'oneLost' | 'disturbed'

function stateAt(windows: readonly Window[], atMs: number): State {
  const isWithin = (afterMs: number) => (window: Window) =>
    atMs >= window.fromMs - BEFORE_MS && atMs <= window.toMs + afterMs
  if (windows.some((window) => window.kind !== 'kill' && isWithin(AFTER_MS)(window))) return 'disturbed'
  return windows.some(isWithin(0)) ? 'oneLost' : 'calm'
}

/** The instant in a UUIDv7. */
function raisedAtMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

function delayOf(values: readonly number[]): Delay {
  const of = (share: number) => Math.round(quantile(values, share))
  return { count: values.length, p50: of(0.5), p99: of(0.99), max: of(1) }
}

function countBy(words: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))
}

function errorsIn(logFile: string): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /^\{"level":(50|60|"error"|"fatal")/.test(line))
    .map((line) => {
      const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; code?: string } }
      return `${msg}: ${err?.code ?? err?.message ?? ''}`.slice(0, 160)
    })
}
