/** How many outbound calls run at once, by host and tenant, so that a host that does not answer costs its own callers alone. */

/** The caller that waits: `host` with its port. */
type Caller = { host: string; tenantId: string }
export type HostPlaces = {
  /**
   * Waits for a place at the host; null: none became free in time, and the host must not be called. The returned
   * function releases the place, with whether the host timed out. Rejects with the signal's reason.
   */
  enter(caller: Caller, signal?: AbortSignal): Promise<((hasTimedOut: boolean) => void) | null>
}

type Waiting = { tenantId: string; begin: () => void }
type Host = {
  running: string[]
  waiting: Waiting[]
  /** In a row, of all tenants. */
  timeouts: number
  /** Tenants whose last call timed out. */
  failing: Set<string>
}

/** Calls to one host at once. */
const AT_ONCE = 48
/** A host is failing for everybody after this many timeouts in a row. */
const FAILING_AFTER = 3
/** Longer than the messages of a storm wait for a host that responds. */
const WAIT_MS = 2_000
/** At a failing host: long enough for the answer of the one call that tries it. */
const FAILING_WAIT_MS = 1_000
const MOST_HOSTS = 2_000

/**
 * A host that timed out gets one call of each tenant at a time until one succeeds; the others wait a second for that
 * one, and are then dropped.
 */
export function createHostPlaces(): HostPlaces {
  const hosts = new Map<string, Host>()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size >= MOST_HOSTS) {
      for (const [key, host] of hosts) if (isIdle(host)) hosts.delete(key)
    }
    const host: Host = { running: [], waiting: [], timeouts: 0, failing: new Set() }
    hosts.set(name, host)
    return host
  }

  return {
    async enter({ host: name, tenantId }, signal) {
      const host = hostOf(name)
      if (!(await hasPlace(host, tenantId, signal))) return null
      return (hasTimedOut) => {
        host.running.splice(host.running.indexOf(tenantId), 1)
        host.timeouts = hasTimedOut ? host.timeouts + 1 : 0
        if (hasTimedOut) host.failing.add(tenantId)
        else host.failing.delete(tenantId)
        admit(host)
        if (isIdle(host) && host.failing.size === 0) hosts.delete(name)
      }
    },
  }
}

const isIdle = ({ running, waiting }: Host) => running.length + waiting.length === 0
const isFailing = (host: Host, tenantId: string) => host.timeouts >= FAILING_AFTER || host.failing.has(tenantId)
const inWork = (host: Host, tenantId: string) => host.running.filter((one) => one === tenantId).length

/** The first call of a tenant needs no free place, so that others cannot take all. */
function mayBegin(host: Host, tenantId: string): boolean {
  if (inWork(host, tenantId) === 0) return true
  return host.running.length < AT_ONCE && !isFailing(host, tenantId)
}

/** The next place belongs to the tenant with the least in work; among equals to the one that has waited longest. */
function admit(host: Host): void {
  for (;;) {
    const ready = host.waiting.filter(({ tenantId }) => mayBegin(host, tenantId))
    const least = Math.min(...ready.map(({ tenantId }) => inWork(host, tenantId)))
    const next = ready.find(({ tenantId }) => inWork(host, tenantId) === least)
    if (!next) return
    host.waiting.splice(host.waiting.indexOf(next), 1)
    host.running.push(next.tenantId)
    next.begin()
  }
}

function hasPlace(host: Host, tenantId: string, signal: AbortSignal | undefined): Promise<boolean> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      const at = host.waiting.indexOf(entry)
      if (at >= 0) host.waiting.splice(at, 1)
      settle()
    }
    const entry: Waiting = { tenantId, begin: () => end(() => resolve(true)) }
    const leave = () => end(() => reject(signal!.reason))
    const waitMs = isFailing(host, tenantId) ? FAILING_WAIT_MS : WAIT_MS
    const timer = setTimeout(() => end(() => resolve(false)), waitMs)
    timer.unref()
    signal?.addEventListener('abort', leave, { once: true })
    host.waiting.push(entry)
    admit(host)
  })
}
