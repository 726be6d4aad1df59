/** P6: how many alerts a second the service stores durably, compared with a plain insert. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, median, round } from '../../bench.ts'
import { makeAlerts, TENANTS } from '../../part/alert-history.ts'
import { findPgbench, loadDatabase } from '../../part/search-load.ts'
import { openHistorySite } from '../../site/history-site.ts'
import {
  anchorScript,
  answerHistory,
  prepareStorm,
  type Storm,
  type StormPass,
  startStorm,
} from '../../site/storm-site.ts'

const SENDERS = 32
const BATCH = 10
const PASSES = 3
const SECONDS = 8
const ANCHOR_SECONDS = 5
/** Each of these sends more than a hub may. */
const FEW_HUBS = 4
const OTHER_BATCHES = [1, 100]
const HISTORY = 1_000_000
const GOAL_SHARE = 0.25
const GOAL_GROWTH = 1.2
const GOAL_RESIDENT_MIB = 512

export const bench: Bench = {
  subject: `How many alerts a second does the service store for good, from ${SENDERS} hubs at once in batches of ${BATCH}, and what does one cost among ${HISTORY}?`,
  goal: `at least ${GOAL_SHARE} of single inserts by pgbench over ${SENDERS} connections; none lost, none doubled; CPU per alert at most ${GOAL_GROWTH} times as much among ${HISTORY}; too much is answered 429 within ${GOAL_RESIDENT_MIB} MiB`,
  async run(say) {
    const pgbench = findPgbench()
    const site = await openHistorySite({ alerts: 0, say })
    const service = await site.start({ rateFactor: 1000 })
    try {
      await prepareStorm(site.sql)
      const file = join(site.folder, 'anchor.sql')
      await writeFile(file, anchorScript())
      const anchor = () =>
        loadDatabase(
          { pgbench },
          site.adminUrl,
          { file, variables: {} },
          { connections: SENDERS, seconds: ANCHOR_SECONDS },
        )
      const storm = startStorm(site, service)
      await storm.run({ senders: SENDERS, batch: BATCH, seconds: 3 })
      const [anchors, early] = [[] as number[], [] as StormPass[]]
      for (let pass = 0; pass < PASSES; pass++) {
        anchors.push((await anchor()).perSecond)
        early.push(await storm.run({ senders: SENDERS, batch: BATCH, seconds: SECONDS }))
        say(`pass ${pass + 1}: pgbench ${Math.round(anchors.at(-1)!)}/s, ${inWords(early.at(-1)!)}`)
      }
      const others: Record<string, ReturnType<typeof summary>> = {}
      for (const batch of OTHER_BATCHES) {
        const pass = await storm.run({ senders: SENDERS, batch, seconds: ANCHOR_SECONDS })
        others[`inBatchesOf${batch}`] = summary(pass)
        say(`in batches of ${batch}: ${inWords(pass)}`)
      }
      const rowsBefore = storm.storedIds.size
      await makeAlerts(site.sql, HISTORY)
      await answerHistory(site.sql)
      await storm.run({ senders: SENDERS, batch: BATCH, seconds: 3 })
      const late = [await pass(storm), await pass(storm)]
      say(`among ${HISTORY}: ${inWords(late[0]!)}`)
      const flood = await storm.flood({ hubs: FEW_HUBS, seconds: SECONDS })
      const all = await storm.flood({ hubs: TENANTS, seconds: SECONDS })
      say(`too much of ${FEW_HUBS} hubs: ${JSON.stringify(flood)}; of all: ${JSON.stringify(all)}`)
      const whole = await storm.requireWhole(HISTORY)
      const share = round(median(early.map(({ perSecond }, at) => perSecond / anchors[at]!)))
      const growth = round(median(late.map(({ cpuUs }) => cpuUs.all)) / median(early.map(({ cpuUs }) => cpuUs.all)))
      const isRefused = flood.refused > 0 && flood.otherAnswers === 0 && all.otherAnswers === 0
      const residentMiB = Math.max(flood.residentMiB, all.residentMiB)
      const isBounded = residentMiB <= GOAL_RESIDENT_MIB
      return {
        isMet: share >= GOAL_SHARE && growth <= GOAL_GROWTH && isRefused && isBounded && whole.isWhole,
        figures: {
          shareOfPgbench: share,
          pgbenchPerSecond: anchors.map(round),
          service: early.map(summary),
          ...others,
          [`among${HISTORY}`]: { ...summary(late[0]!), growthOfCpuPerAlert: growth, rowsBefore },
          tooMuch: { ofFewHubs: flood, ofAllHubs: all },
          afterwards: whole,
        },
        notes: NOTES,
      }
    } finally {
      await service.stop()
      await site.close()
    }

    function pass(storm: Storm): Promise<StormPass> {
      return storm.run({ senders: SENDERS, batch: BATCH, seconds: SECONDS })
    }
  },
}

const NOTES = [
  'pgbench inserts one row in each transaction into a table like that of alerts, with the primary key and two of its indexes; no tenancy, no tallies, no notifications.',
  'An alert of the service is checked, found to be new or not, counted in two tallies, planned for an escalation, and published to consoles and people; one in twenty was sent before.',
  'CPU per alert is that of node and PostgreSQL until the notices of the pass are expanded, too. The senders run on the same two cores and are not in it.',
  `Too much: each hub sends 100 at a time over a connection of its own without a pause, first ${FEW_HUBS} of them, then all ${TENANTS}. A hub may send 500 a second and 2,000 at once: few hubs are refused, and all together are only slow.`,
]

function summary({ perSecond, p50Ms, p99Ms, cpuUs, notifiedAfterMs }: StormPass) {
  return {
    perSecond: round(perSecond),
    requestP50Ms: round(p50Ms),
    requestP99Ms: round(p99Ms),
    cpuUsPerAlert: { node: round(cpuUs.node), postgres: round(cpuUs.postgres), all: round(cpuUs.all) },
    notifiedAfterMs: round(notifiedAfterMs),
  }
}

function inWords({ perSecond, p99Ms, cpuUs, notifiedAfterMs }: StormPass): string {
  return `service ${Math.round(perSecond)}/s, p99 ${round(p99Ms)} ms, node ${Math.round(cpuUs.node)} us, postgres ${Math.round(cpuUs.postgres)} us, notified after ${Math.round(notifiedAfterMs)} ms more`
}
