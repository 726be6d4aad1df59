/** Work that a caller waits for: some at once in this process, tenants in turn. */

type Turns = {
  /** Runs `work` when it has its turn. Rejects with the signal's reason when the caller leaves before that. */
  run<T>(tenantId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}
type Waiting = { tenantId: string; begin: () => void }

/** The next turn belongs to the tenant with the least in work; among equals to the one that has waited longest. */
export function createTurns(atOnce: number): Turns {
  const running: string[] = []
  const waiting: Waiting[] = []
  const inWork = ({ tenantId }: Waiting) => running.filter((one) => one === tenantId).length

  function next(): void {
    if (running.length >= atOnce || waiting.length === 0) return
    const least = Math.min(...waiting.map(inWork))
    const [first] = waiting.splice(
      waiting.findIndex((one) => inWork(one) === least),
      1,
    )
    running.push(first!.tenantId)
    first!.begin()
  }

  return {
    async run(tenantId, signal, work) {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal.reason)
        }
        const entry = {
          tenantId,
          begin: () => {
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', leave, { once: true })
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
