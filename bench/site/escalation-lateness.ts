/** Measures how late escalations fire, and the same for graphile-worker; shared by both benches. */
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, run, runMigrations } from 'graphile-worker'
import { quantile, round } from '../bench.ts'
import type { EscalationSite } from './escalation-site.ts'

/** Alerts that wait for long beside those that fire. */
export const WAITING = 100_000
/** Alerts that fire, one each `STEP_MS`. */
export const FIRED = 2_000
export const STEP_MS = 8
const LEAD_MS = 3_000

/** When a console heard of it; wall clock. */
export type Heard = { alertId: string; atMs: number }

/** The same times and the same number that wait, as jobs of graphile-worker in the same server. */
export async function peerLateness({ adminUrl, sql }: EscalationSite): Promise<number[]> {
  const logger = new Logger(() => () => {})
  await runMigrations({ connectionString: adminUrl, logger })
  await sql`select count(graphile_worker.add_job('wait', '{}', run_at := now() + interval '23 hours'))
    from generate_series(1, ${WAITING})`
  const dueAtMs = Date.now() + LEAD_MS
  await sql`select count(graphile_worker.add_job('fire', json_build_object('dueAtMs', ${dueAtMs}::float8 + n * ${STEP_MS}),
      run_at := to_timestamp((${dueAtMs}::float8 + n * ${STEP_MS}) / 1000)))
    from generate_series(0, ${FIRED - 1}) n`
  await sql`vacuum analyze`
  const late: number[] = []
  const runner = await run({
    connectionString: adminUrl,
    logger,
    concurrency: 10,
    noHandleSignals: true,
    taskList: {
      wait: () => {},
      fire: (payload) => void late.push(preciseNowMs() - (payload as { dueAtMs: number }).dueAtMs),
    },
  })
  await until(() => late.length >= FIRED)
  await runner.stop()
  await sql.unsafe('drop schema graphile_worker cascade')
  return late
}

const ROUND = 1_000

/** By rounds of the engine: nothing is notified after something that was due later, but in the same round. */
export function isSorted(heard: readonly Heard[], due: ReadonlyMap<string, number>): boolean {
  let latestMs = Number.NEGATIVE_INFINITY
  for (let from = 0; from < heard.length; from += ROUND) {
    const times = heard.slice(from, from + ROUND).map(({ alertId }) => due.get(alertId)!)
    if (Math.min(...times) < latestMs) return false
    latestMs = Math.max(...times)
  }
  return true
}

/** Wall clock with the resolution that milliseconds lack. */
export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now()
}

export async function until(isDone: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while (!isDone()) {
    if (performance.now() > deadlineMs) throw new Error('What is due did not fire within a minute.')
    await pause(20)
  }
}

export function summary(late: readonly number[]) {
  const at = (share: number) => round(quantile(late, share))
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

export function inWords(late: readonly number[]): string {
  const { p50Ms, p99Ms, maxMs } = summary(late)
  return `p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${maxMs} ms late`
}
