/** Work that a caller waits for: some at once in this process, tenants in turn. */

export type Turns = {
  /** Runs `work` when it has its turn. Rejects with the signal's reason when the caller leaves before that; null: it stays. */
  run<T>(tenantId: string, signal: AbortSignal | null, work: () => Promise<T>): Promise<T>
}
type Waiting = { tenantId: string; begin: () => void }

/** Latest turns, which count for who had few of them: a storm of one tenant, and the few messages of another beside it. */
const RECENT_TURNS = 64

/** The next turn belongs to the tenant with the least in work; among equals to the one that had the fewest turns lately. */
export function createTurns(atOnce: number): Turns {
  const running: string[] = []
  const waiting: Waiting[] = []
  const recent: string[] = []

  function next(): void {
    if (running.length >= atOnce || waiting.length === 0) return
    const [inWork, had] = [countsOf(running), countsOf(recent)]
    const isBefore = (a: Waiting, b: Waiting) => {
      const more = inWork(a.tenantId) - inWork(b.tenantId) || had(a.tenantId) - had(b.tenantId)
      return more < 0
    }
    const first = waiting.reduce((best, one) => (isBefore(one, best) ? one : best))
    waiting.splice(waiting.indexOf(first), 1)
    running.push(first.tenantId)
    recent.push(first.tenantId)
    if (recent.length > RECENT_TURNS) recent.shift()
    first.begin()
  }

  return {
    async run(tenantId, signal, work) {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal!.reason)
        }
        const entry = {
          tenantId,
          begin: () => {
            signal?.removeEventListener('abort', leave)
            resolve()
          },
        }
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(entry)
        next()
      })
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(tenantId), 1)
        next()
      }
    },
  }
}

function countsOf(tenantIds: readonly string[]): (tenantId: string) => number {
  const counts = new Map<string, number>()
  for (const id of tenantIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  return (tenantId) => counts.get(tenantId) ?? 0
}
