/** P1: a page of alerts through the whole service, compared with the same statement by pgbench and by a bare route. */
import { rm } from 'node:fs/promises'
import { startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { makeDataFolder } from '../../tools/start/mimamori.ts'
import { type Bench, median, round } from '../bench.ts'
import { CAMERAS_PER_TENANT, TENANTS, USERS } from '../part/alert-history.ts'
import { loadDatabase, loadPrograms, loadRoute, spentPerOperation } from '../part/search-load.ts'
import { openSearchSite, type SearchSite } from '../site/search-site.ts'

const SMALL = 10_000
const LARGE = 1_000_000
const PASSES = 3
const SECONDS = 5
const CONNECTIONS = 16
/** Until a program's code is compiled and its caches are filled. */
const WARM_UP_SECONDS = 5
const ALONE_SECONDS = 2
const GOAL_SHARE = 0.2
/** A shared machine moves by this much; a list that counts or skips through its history falls to a tenth. */
const GOAL_FLAT = 0.8

type Pass = { perSecond: number; cpuUs: Record<string, number>; p50Ms?: number; p99Ms?: number; meanMs?: number }
type Passes = { pgbench: Pass[]; pgbenchRows: Pass[]; bareRoute: Pass[]; service: Pass[] }

export const bench: Bench = {
  subject: `How many pages of 10 alerts does the service answer per second, among ${LARGE} alerts and among ${SMALL}?`,
  goal: `at least ${GOAL_SHARE} of pgbench -M prepared, and at least ${GOAL_FLAT} of the rate among ${SMALL} alerts`,
  async run(say) {
    const programs = loadPrograms()
    const folder = await makeDataFolder()
    const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
    const sites: SearchSite[] = []
    try {
      for (const alerts of [SMALL, LARGE]) {
        sites.push(await openSearchSite({ adminUrl: embedded.url, folder, alerts, say }))
      }
      for (const site of sites) await warmUp(site)
      const found = sites.map((): Passes => ({ pgbench: [], pgbenchRows: [], bareRoute: [], service: [] }))
      for (let pass = 0; pass < PASSES; pass++) {
        for (const [at, site] of sites.entries()) {
          await runPass(site, found[at]!)
          say(`pass ${pass + 1}, ${site.alerts} alerts: ${inWords(found[at]!)}`)
        }
      }
      const alone = await askAlone(sites[1]!)
      say(`one at a time, ${LARGE} alerts: ${JSON.stringify(alone)}`)
      const [small, large] = found.map(summary)
      const flatness = round(large!.service.perSecond / small!.service.perSecond)
      return {
        isMet: large!.shareOfPgbench >= GOAL_SHARE && flatness >= GOAL_FLAT,
        figures: {
          tenants: TENANTS,
          camerasPerTenant: CAMERAS_PER_TENANT,
          sessions: USERS,
          connections: CONNECTIONS,
          [`among${SMALL}`]: small,
          [`among${LARGE}`]: large,
          flatness,
          oneAtATime: alone,
        },
        notes: NOTES,
      }
    } finally {
      await Promise.allSettled(sites.map((site) => site.close()))
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    }

    async function warmUp({ searchUrl, bare, tokenFile }: SearchSite): Promise<void> {
      const by = { connections: CONNECTIONS, seconds: WARM_UP_SECONDS }
      await Promise.all([bare.url, searchUrl].map((url) => loadRoute(programs, url, tokenFile, by)))
    }

    async function runPass(site: SearchSite, into: Passes): Promise<void> {
      const by = { connections: CONNECTIONS, seconds: SECONDS }
      const measured = (pids: Record<string, number>, work: () => Promise<Omit<Pass, 'cpuUs'>>) =>
        spentPerOperation({ ...pids, postgres: site.postgresPid }, SECONDS, work)
      const { answer, page } = site.scripts
      into.pgbench.push(await measured({}, () => loadDatabase(programs, site.adminUrl, answer, by)))
      into.pgbenchRows.push(await measured({}, () => loadDatabase(programs, site.adminUrl, page, by)))
      into.bareRoute.push(
        await measured({ node: site.bare.pid }, () => loadRoute(programs, site.bare.url, site.tokenFile, by)),
      )
      into.service.push(
        await measured({ node: site.service.pid }, () => loadRoute(programs, site.searchUrl, site.tokenFile, by)),
      )
    }
  },
}

/** Half-way times without any queue. */
async function askAlone({ adminUrl, scripts, searchUrl, bare, tokenFile }: SearchSite) {
  const programs = loadPrograms()
  const by = { connections: 1, seconds: ALONE_SECONDS }
  const { meanMs } = await loadDatabase(programs, adminUrl, scripts.answer, by)
  const bareRoute = await loadRoute(programs, bare.url, tokenFile, by)
  const service = await loadRoute(programs, searchUrl, tokenFile, by)
  return { serviceP50Ms: round(service.p50Ms), bareRouteP50Ms: round(bareRoute.p50Ms), pgbenchMeanMs: round(meanMs) }
}

const NOTES = [
  'All three run in turn on the same two cores together with their load; a pass of each takes a few seconds.',
  'pgbench runs the two statements that an answer is made of, the exact count and the rows, as the owner of the tables: no tenancy, no transaction. Its rate for the rows alone is given as well.',
  'The bare route runs both through postgres.js and sends the rows; the driver prepares them once and pipelines.',
  'The service checks token, session, rate, rights and body, sets tenant and role, counts exactly, reads the page, signs the addresses of its images.',
  'Calls are counted for the rate limit, which is a hundred times wider: all of them come from one network. Each request carries the token of one of the sessions, drawn by chance.',
]

function summary({ pgbench, pgbenchRows, bareRoute, service }: Passes) {
  // Pass by pass, so that a slow minute of the machine meets both.
  const share = (anchor: Pass[]) => round(median(service.map((pass, at) => pass.perSecond / anchor[at]!.perSecond)))
  const of = (passes: Pass[]) => {
    const middle = passes.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(passes.length / 2)]!
    const { perSecond, cpuUs, ...times } = middle
    const rounded = (facts: Record<string, number | undefined>) =>
      Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, round(value!)]))
    return {
      perSecond: round(perSecond),
      ...rounded(times),
      cpuUsPerRequest: rounded(cpuUs),
      perSecondOfPasses: passes.map((pass) => round(pass.perSecond)),
    }
  }
  return {
    service: of(service),
    bareRoute: of(bareRoute),
    pgbenchPrepared: of(pgbench),
    pgbenchPreparedRowsAlone: of(pgbenchRows),
    shareOfPgbench: share(pgbench),
    shareOfPgbenchRowsAlone: share(pgbenchRows),
    shareOfBareRoute: share(bareRoute),
  }
}

function inWords({ pgbench, pgbenchRows, bareRoute, service }: Passes): string {
  const ours = service.at(-1)!
  const share = round(ours.perSecond / pgbench.at(-1)!.perSecond)
  const rates = [pgbench, bareRoute, pgbenchRows].map((passes) => Math.round(passes.at(-1)!.perSecond))
  const cpu = Object.entries(ours.cpuUs).map(([name, us]) => `${name} ${Math.round(us)} us`)
  return (
    `service ${Math.round(ours.perSecond)}/s (p50 ${round(ours.p50Ms!)} ms, p99 ${round(ours.p99Ms!)} ms, ${cpu.join(', ')}), ` +
    `bare route ${rates[1]}/s, pgbench ${rates[0]}/s (rows alone ${rates[2]}/s), share ${share}`
  )
}
