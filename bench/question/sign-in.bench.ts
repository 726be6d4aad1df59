/** Whether the time of a refused sign-in says that the name exists. Requirement AUTH-05. */
import { Agent } from 'node:http'
import { createPasswords } from '@mimamori/service/platform/auth/password.ts'
import { type Bench, IS_TRIAL, median, quantile, round } from '../bench.ts'
import { USERS } from '../part/alert-history.ts'
import { send } from '../part/small-client.ts'
import { type HistorySite, openHistorySite } from '../site/history-site.ts'

const TRIES = IS_TRIAL ? 10 : 200
const WARM_UP = 10
const GOAL_APART_MS = 5

type Group = 'known' | 'unknown' | 'knownAgain'

export const bench: Bench = {
  question: `How far apart are refused sign-ins with a known and with an unknown name, ${TRIES} of each in turn?`,
  goal: `medians at most ${GOAL_APART_MS} ms apart`,
  async run(say) {
    const site = await openHistorySite({ alerts: 0, say })
    try {
      await site.sql`update app_user set password_hash = ${await createPasswords().hash('right password')}`
      const times = await measure(site)
      const apartMs = round(Math.abs(median(times.known) - median(times.unknown)))
      const noiseMs = round(Math.abs(median(times.known) - median(times.knownAgain)))
      say(`known ${round(median(times.known))} ms, unknown ${round(median(times.unknown))} ms, apart ${apartMs} ms`)
      return {
        isMet: apartMs <= GOAL_APART_MS,
        figures: {
          apartMs,
          noiseMs,
          apartInTurnMs: round(median(inTurn(times.unknown, times.known))),
          noiseInTurnMs: round(median(inTurn(times.knownAgain, times.known))),
          known: summary(times.known),
          unknown: summary(times.unknown),
          knownAgain: summary(times.knownAgain),
        },
        notes: [
          'Each try has a name of its own and a wrong password; the counters of refused tries are emptied before it, so that none is slowed down.',
          'knownAgain is the anchor: other known names, in turn with the two. noiseMs is what it is apart from known.',
          'InTurn: the median of what two tries of one turn are apart, signed: what else the machine does meets both.',
        ],
      }
    } finally {
      await site.close()
    }
  },
}

/** In turn, and each turn in another order: what the machine does meanwhile meets all of them. */
async function measure(site: HistorySite): Promise<Record<Group, number[]>> {
  const times: Record<Group, number[]> = { known: [], unknown: [], knownAgain: [] }
  const service = await site.start({ rateFactor: 1000 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const nameOf = (group: Group, turn: number) => {
    if (group === 'unknown') return `nobody-${turn}@bench.example`
    return `user-${(turn * 2 + (group === 'known' ? 0 : 1)) % USERS}@bench.example`
  }
  const tried = async (userName: string) => {
    await site.sql`delete from login_attempt`
    const userPassword = Buffer.from('wrong password').toString('base64')
    const body = JSON.stringify({ userName, userPassword, deviceType: 'web' })
    const begunMs = performance.now()
    const { status, text } = await send(agent, { method: 'POST', url: `${service.url}/api/login`, token: '', body })
    if (status !== 401 || !text.includes('invalid-credentials'))
      throw new Error(`A sign-in was answered ${status} ${text}`)
    return performance.now() - begunMs
  }
  try {
    for (let turn = 0; turn < WARM_UP + TRIES; turn++) {
      const groups: Group[] = ['known', 'unknown', 'knownAgain']
      for (const step of groups.keys()) {
        const group = groups[(step + turn) % groups.length]!
        const tookMs = await tried(nameOf(group, turn))
        if (turn >= WARM_UP) times[group].push(tookMs)
      }
    }
  } finally {
    agent.destroy()
    await service.stop()
  }
  return times
}

/** How much longer each of the tries took than its neighbour of the same turn. */
function inTurn(later: readonly number[], earlier: readonly number[]): number[] {
  return later.map((tookMs, turn) => tookMs - earlier[turn]!)
}

function summary(tookMs: readonly number[]) {
  return { p50Ms: round(median(tookMs)), p95Ms: round(quantile(tookMs, 0.95)), times: tookMs.length }
}
