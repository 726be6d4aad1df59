/**
 * Detects gaps in messages between instances. An instance whose connection to the bus was lost received nothing, and
 * its own messages reached nobody: when it is back it notifies the others, whose connection may never have been lost.
 */
import type { Unsubscribe, Wire } from './wire.ts'

/** Tenants for which events were missed; null: any. */
type Listener = (tenantIds: ReadonlySet<string> | null) => void

export type Gaps = {
  published(tenantId: string): void
  onGap(listener: Listener): Unsubscribe
}

const SUBJECT = 'gap'
/**
 * Events published this shortly before the loss was noticed may not have arrived: a dead connection is noticed after 3
 * s (nats.ts).
 */
const UNSURE_MS = 5_000

/** Without a wire there are no gaps. */
export function createGaps(wire: Wire | null): Gaps {
  if (!wire) return { published() {}, onGap: () => () => {} }
  const listeners = new Set<Listener>()
  /** Time of the last event of each tenant, ms of this process. */
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
      // Messages just before another loss may not have arrived either.
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
