/** Rows that are processed in parallel in this instance: each occupies its own place, so a slow one delays no other. */
import type { Clock } from '../../clock.ts'

/** The number of rows in work here, by tenant. */
export type InWork = ReadonlyMap<string, number>

type Plan<Row> = {
  clock: Clock
  atOnce: number
  /** It claims also when no place is free: the first row of a tenant with nothing in work needs none. */
  hasExtra?: boolean
  /** Claims at most `free` rows; `inWork` lets it give tenants their turns. */
  claim(free: number, inWork: InWork, now: Date): Promise<readonly Row[]>
  /** Never rejects. */
  work(row: Row): Promise<void>
}
type SideBySide = {
  /** Fills the free places, then waits until one is free again or 500 ms have passed. False: nothing is in work. */
  round(now: Date): Promise<boolean>
  /** Ends the waiting of a round: rows may have become due. */
  nudge(): void
  /** Resolves when everything in work has ended. */
  finished(): Promise<void>
}

const LOOK_AGAIN_MS = 500

type Task<Row> = Pick<Plan<Row>, 'clock' | 'atOnce'> & {
  claim(free: number, now: Date): Promise<readonly Row[]>
  work(row: Row): Promise<void>
  /** After an error the lease of the row expires, and it is processed again. */
  onError(error: unknown, row: Row): void
}

/**
 * Processes due rows until none is left or `goOn` returns false; returns the number of claimed rows. For the task of a
 * job.
 */
export async function workSideBySide<Row extends { tenantId: string }>(
  { claim, work, onError, ...plan }: Task<Row>,
  goOn: () => Promise<boolean>,
): Promise<number> {
  let claimed = 0
  const flow = createSideBySide<Row>({
    ...plan,
    async claim(free, _inWork, now) {
      const rows = await claim(free, now)
      claimed += rows.length
      return rows
    },
    work: (row) => work(row).catch((error: unknown) => onError(error, row)),
  })
  while ((await flow.round(plan.clock.now())) && (await goOn())) {}
  await flow.finished()
  return claimed
}

/** Creates the places of this instance for one kind of row. */
export function createSideBySide<Row extends { tenantId: string }>(plan: Plan<Row>): SideBySide {
  const running = new Map<Promise<void>, string>()
  let nudge = () => {}

  function inWork(): InWork {
    const counts = new Map<string, number>()
    for (const tenantId of running.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
    return counts
  }
  async function fill(now: Date): Promise<void> {
    const free = Math.max(0, plan.atOnce - running.size)
    if (free === 0 && !plan.hasExtra) return
    for (const row of await plan.claim(free, inWork(), now)) {
      const one: Promise<void> = plan.work(row).finally(() => running.delete(one))
      running.set(one, row.tenantId)
    }
  }
  return {
    async round(now) {
      const nudged = new Promise<void>((resolve) => {
        nudge = resolve
      })
      await fill(now)
      if (running.size === 0) return false
      const cancel = plan.clock.after(LOOK_AGAIN_MS, nudge)
      await Promise.race([...running.keys(), nudged])
      cancel()
      return true
    },
    nudge: () => nudge(),
    async finished() {
      while (running.size > 0) await Promise.all(running.keys())
    },
  }
}
