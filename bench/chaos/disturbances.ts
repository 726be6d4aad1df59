/** What happens to the instances and their dependencies, and when: time windows by which delays are sorted afterwards. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '@mimamori/service/seed/chance.ts'
import type { Instance } from './instances.ts'
import type { Stage } from './stage.ts'

const DISTURBANCES = ['bus', 'bucket', 'database', 'upgrade', 'balancer'] as const
type Kind = 'kill' | (typeof DISTURBANCES)[number]

/** From before its start until its end; ms since the epoch. */
export type Window = { kind: Kind; fromMs: number; toMs: number }

export type Disturbed = { windows: Window[]; startMs: number[] }

/** Pause before the next kill. */
const REST_MS = [300, 1_500] as const
/** Default downtime of a bus, a bucket or a balancer. */
const AWAY_MS = [1_000, 3_000] as const
/** Every n-th kill is combined with another disturbance. */
const OTHER_EVERY = 2

/** Kills `kills` instances, one by one, or until `signal`; every second with another disturbance. All are up afterwards. */
export async function disturb(
  stage: Stage,
  chance: Chance,
  { kills, awaySeconds }: { kills: number; awaySeconds: number | null },
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<Disturbed> {
  const found: Disturbed = { windows: [], startMs: [] }
  for (let kill = 1; kill <= kills && !signal.aborted; kill++) {
    await pause(chance.between(...REST_MS))
    await revive(stage.instances)
    const victim = chance.pick(stage.instances)
    const other = kill % OTHER_EVERY === 0 ? DISTURBANCES[(kill / OTHER_EVERY - 1) % DISTURBANCES.length]! : null
    const awayMs = awaySeconds === null ? chance.between(...AWAY_MS) : awaySeconds * 1_000
    await Promise.all([
      during(found, 'kill', async () => {
        await victim.kill()
        found.startMs.push(await victim.start())
      }),
      other && during(found, other, () => cause(other, { stage, victim, awayMs })),
    ])
    if (kill % 10 === 0 || kills < 10) say(`${kill} of ${kills} kills`)
  }
  await revive(stage.instances)
  return found
}

/** Restarts instances that exited by themselves, as a supervisor would. */
async function revive(instances: readonly Instance[]): Promise<void> {
  for (const each of instances) {
    if (each.isUp) continue
    await each.kill()
    await each.start()
  }
}

async function during({ windows }: Disturbed, kind: Kind, work: () => Promise<void>): Promise<void> {
  const fromMs = Date.now()
  await work()
  windows.push({ kind, fromMs, toMs: Date.now() })
}

type Causing = { stage: Stage; victim: Instance; awayMs: number }

async function cause(kind: Exclude<Kind, 'kill'>, { stage, victim, awayMs }: Causing): Promise<void> {
  switch (kind) {
    case 'bus':
      await stage.nats.stop()
      await pause(awayMs)
      return stage.nats.start()
    case 'bucket':
      stage.s3.disturb('*', { kind: 'status', status: 503 })
      await pause(awayMs)
      return stage.s3.calm()
    case 'database':
      return stage.restartDatabase()
    case 'upgrade':
      for (const each of stage.instances) {
        if (each === victim) continue
        await each.drain()
        await each.start()
      }
      return
    case 'balancer':
      await stage.balancer.stop()
      await pause(awayMs)
      return stage.balancer.start()
  }
}
