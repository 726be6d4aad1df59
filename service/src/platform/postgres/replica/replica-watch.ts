/** Whether the standby may be read: it holds everything that the primary holds at that moment, or will within the bound. Decision 0047. */
import type { Logger } from 'pino'
import type { Cancel, Clock } from '../../clock.ts'
import type { Sign } from '../../sign.ts'
import { openServerLine, type Position, type ServerLine, type Standby } from './server-position.ts'

const LOOK_EVERY_MS = 1_000
const ASK_EVERY_MS = 10
/** Ten minutes of looks, from which a lag is read. */
const SAMPLES_MAX = 600

type State = 'unknown' | 'used' | 'behind' | 'cut-off' | 'unreachable' | 'no-standby' | 'of-another'
/** For the log. */
const WORDS: Record<State, string> = {
  unknown: 'The replica was not asked yet.',
  used: 'The replica answers reports and searches of the past.',
  behind: 'The replica is behind by more than its bound: the primary answers in its place.',
  'cut-off': 'The replica gets no changes from the primary, which answers in its place.',
  unreachable: 'The replica cannot be reached: the primary answers in its place.',
  'no-standby': 'The replica is no standby (it is not in recovery): the primary answers in its place.',
  'of-another': 'The replica is of another cluster or database than DATABASE_URL: the primary answers in its place.',
}

export type WatchOptions = {
  /** Of the login role at the server itself, and at its standby. */
  primaryUrl: string
  replicaUrl: string
  /** Longest wait until the replica holds what the primary holds at the moment of a call. */
  lagMaxMs: number
  clock: Clock
  log: Pick<Logger, 'warn' | 'info'>
}

export type ReplicaWatch = {
  /** Whether the replica holds everything that is committed when this is called; false at once while it is not used. */
  reach(): Promise<boolean>
  /** A read failed on it: it is not used until it answers again. */
  lose(): void
  look(): Promise<void>
  start(): void
  stop(): Promise<void>
  sign: Sign
}

/** Looks once a second after `start`. */
export function createReplicaWatch({ primaryUrl, replicaUrl, lagMaxMs, clock, log }: WatchOptions): ReplicaWatch {
  const lines = { primary: openServerLine(primaryUrl), replica: openServerLine(replicaUrl) }
  let state: State = 'unknown'
  let lagMs = 0
  let isStopped = false
  let cancel: Cancel = () => {}
  /** Where the primary was, oldest first. */
  const samples: { position: Position; atMs: number }[] = []

  function change(next: State): void {
    if (isStopped || next === state) return
    state = next
    log[next === 'used' ? 'info' : 'warn']({ replica: next, lagMs: Math.round(lagMs) }, WORDS[next])
  }
  async function sample(): Promise<Position> {
    const atMs = clock.now().getTime()
    const position = await lines.primary.position()
    samples.push({ position, atMs })
    if (samples.length > SAMPLES_MAX) samples.shift()
    return position
  }
  async function look(): Promise<void> {
    const beganMs = clock.now().getTime()
    const identity = await lines.primary.identity()
    const position = await sample()
    const standby = await lines.replica.standby().catch(() => null)
    const refused = standby ? refusalOf(standby, identity, await lines.primary.position()) : 'unreachable'
    // Without an answer it is as old as the last one said, and older with each look.
    if (refused) {
      if (!standby || refused === 'cut-off') lagMs = lagOf(samples, standby, clock.now().getTime())
      return change(refused)
    }
    const isNear = await isReached(lines.replica, position, lagMaxMs)
    const nowMs = clock.now().getTime()
    lagMs = isNear ? nowMs - beganMs : lagOf(samples, await lines.replica.standby().catch(() => null), nowMs)
    change(isNear ? 'used' : 'behind')
  }
  async function round(): Promise<void> {
    // A primary that is away says so elsewhere.
    await look().catch(() => {})
    if (!isStopped) cancel = clock.after(LOOK_EVERY_MS, () => void round())
  }

  return {
    look,
    async reach() {
      if (state !== 'used') return false
      const position = await within(lines.primary.position(), lagMaxMs)
      if (position === null) return false
      const isNear = await isReached(lines.replica, position, lagMaxMs)
      if (!isNear) change('behind')
      return isNear
    },
    lose: () => change('unreachable'),
    start: () => void round(),
    async stop() {
      isStopped = true
      cancel()
      await Promise.all(Object.values(lines).map((line) => line.stop()))
    },
    sign: {
      errors: () => (state === 'used' || state === 'unknown' ? [] : [`replica-${state}`]),
      figures: () => [
        '# TYPE mimamori_replica_used gauge',
        `mimamori_replica_used ${state === 'used' ? 1 : 0}`,
        '# TYPE mimamori_replica_lag_seconds gauge',
        `mimamori_replica_lag_seconds ${(lagMs / 1_000).toFixed(3)}`,
      ],
    },
  }
}

/** Why it is not to be read, however near it is. `later`: where the primary was after the standby was asked. */
function refusalOf(
  { system, database, ...standby }: Standby,
  own: { system: string; database: string },
  later: Position,
): State | null {
  if (system !== own.system || database !== own.database) return 'of-another'
  if (!standby.isInRecovery) return 'no-standby'
  // It holds what this primary never had: it follows another one of the cluster.
  if (standby.replayed !== null && standby.replayed > later) return 'of-another'
  return standby.isReceiving ? null : 'cut-off'
}

/** Since when the primary has something that the standby has not, as far as the looks know. */
function lagOf(samples: { position: Position; atMs: number }[], standby: Standby | null, nowMs: number): number {
  const [first] = samples
  if (!first) return 0
  const replayed = standby?.replayed ?? null
  if (replayed !== null && samples.at(-1)!.position <= replayed) return 0
  const seen = replayed === null ? undefined : samples.findLast(({ position }) => position <= replayed)
  return seen ? nowMs - seen.atMs : Math.max(nowMs - first.atMs, standby?.sinceReplayedMs ?? 0)
}

/** Asks the standby again and again until it has replayed up to `position`; false when it has not in time. */
async function isReached(replica: ServerLine, position: Position, withinMs: number): Promise<boolean> {
  let isOver = false
  const asking = async () => {
    while (!isOver) {
      if ((await replica.replayed()) >= position) return true
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    }
    return false
  }
  const answer = await within(asking(), withinMs)
  isOver = true
  return answer ?? false
}

/** Null: it failed, or took longer. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const patience = setTimeout(() => late.resolve(null), ms)
  return Promise.race([answer.catch(() => null), late.promise]).finally(() => clearTimeout(patience))
}
