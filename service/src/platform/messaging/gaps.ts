/**
 * Gaps in what instances hear of each other. An instance whose line to the bus was down hears nothing, and what it published
 * meanwhile reached nobody: when it is back it says so to the others, whose line may never have been down.
 */
import type { Unsubscribe, Wire } from './wire.ts'

/** Tenants of whose events some were missed; null: of any. */
type Listener = (tenantIds: ReadonlySet<string> | null) => void

export type Gaps = {
  published(tenantId: string): void
  onGap(listener: Listener): Unsubscribe
}

const SUBJECT = 'gap'
/** What was published so shortly before the loss was noticed may not have arrived: a dead line is noticed after 3 s (nats.ts). */
const UNSURE_MS = 5_000

/** Without a wire there is no gap. */
export function createGaps(wire: Wire | null): Gaps {
  if (!wire) return { published() {}, onGap: () => () => {} }
  const listeners = new Set<Listener>()
  /** When an event of the tenant was published last, ms of this process. */
  const lastMs = new Map<string, number>()
  let unsureFromMs = 0
  let saidMs = 0

  function tell(tenantIds: ReadonlySet<string> | null) {
    for (const listener of [...listeners]) listener(tenantIds)
  }
  wire.subscribe(SUBJECT, ({ bytes }) =>
    tell(new Set(JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly string[])),
  )
  wire.onLostChange((isLost) => {
    const nowMs = performance.now()
    if (isLost) {
      // What was said just before the line went again may not have arrived either.
      if (nowMs - UNSURE_MS > saidMs) unsureFromMs = nowMs - UNSURE_MS
      return
    }
    saidMs = nowMs
    tell(null)
    const unsure = [...lastMs].filter(([, atMs]) => atMs >= unsureFromMs).map(([tenantId]) => tenantId)
    if (unsure.length > 0) wire.publish(SUBJECT, Buffer.from(JSON.stringify(unsure)))
  })
  return {
    published(tenantId) {
      lastMs.set(tenantId, performance.now())
    },
    onGap(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
