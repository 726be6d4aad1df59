/** The load of alert-search: wrk on a route, pgbench on the database, and the cost of the processes behind them. */
import { join } from 'node:path'
import { cpuSeconds } from './process-cost.ts'
import { findProgram, outputOf } from './programs.ts'

type LoadPass = { perSecond: number; p50Ms: number; p99Ms: number }

type LoadPrograms = { wrk: string; pgbench: string }

/** Throws with one line when one of them is missing. */
export function loadPrograms(): LoadPrograms {
  return {
    wrk: findProgram('wrk', process.env.WRK, 'apt-get install wrk, or set WRK to it'),
    pgbench: findPgbench(),
  }
}

/** Throws with one line when it is missing. */
export function findPgbench(): string {
  return findProgram('pgbench', process.env.PGBENCH, 'apt-get install postgresql, or set PGBENCH to it')
}

let seed = 1

/** One pass of wrk; throws when an answer was anything but 200. `tokenFile` holds one token per line. */
export async function loadRoute(
  { wrk }: LoadPrograms,
  url: string,
  tokenFile: string,
  by: { connections: number; seconds: number },
): Promise<LoadPass> {
  const script = join(import.meta.dirname, 'wrk-search.lua')
  const args = ['-t1', `-c${by.connections}`, `-d${by.seconds}s`, '--timeout', '10s', '-s', script, url]
  const printed = await outputOf(wrk, [...args, '--', tokenFile, String(seed++)])
  const found = JSON.parse(/^RESULT (.*)$/m.exec(printed)![1]!) as Record<string, number>
  if (found.refused! + found.broken! > 0) {
    throw new Error(`${url}: ${found.refused} answers were rejections, ${found.broken} were missing`)
  }
  return {
    perSecond: found.requests! / (found.durationUs! / 1e6),
    p50Ms: found.p50Us! / 1000,
    p99Ms: found.p99Us! / 1000,
  }
}

/** One pass of pgbench -M prepared. It tells the mean alone, as the client sees it. */
export async function loadDatabase(
  { pgbench }: Pick<LoadPrograms, 'pgbench'>,
  databaseUrl: string,
  { file, variables }: { file: string; variables: Record<string, string> },
  by: { connections: number; seconds: number },
): Promise<{ perSecond: number; meanMs: number }> {
  const args = ['-n', '-M', 'prepared', '-c', String(by.connections), '-j', '1', '-T', String(by.seconds), '-f', file]
  for (const [name, value] of Object.entries(variables)) args.push('-D', `${name}=${value}`)
  const printed = await outputOf(pgbench, [...args, databaseUrl], {
    PGOPTIONS: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
  })
  const number = (pattern: RegExp) => Number(pattern.exec(printed)![1])
  return {
    perSecond: number(/tps = ([\d.]+) \(without/),
    meanMs: number(/latency average = ([\d.]+) ms/),
  }
}

/** Runs `work` and says what each of these processes spent per operation of it, in microseconds of CPU. */
export async function spentPerOperation<T extends { perSecond: number }>(
  pids: Record<string, number>,
  seconds: number,
  work: () => Promise<T>,
): Promise<T & { cpuUs: Record<string, number> }> {
  const used = () => Object.values(pids).map((pid) => cpuSeconds(pid))
  const before = used()
  const pass = await work()
  const after = used()
  const operations = pass.perSecond * seconds
  const cpuUs = Object.keys(pids).map((name, at) => [name, ((after[at]! - before[at]!) / operations) * 1e6] as const)
  return { ...pass, cpuUs: Object.fromEntries(cpuUs) }
}
