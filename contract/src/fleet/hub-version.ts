/** Versions of hubs, and their comparison. No zod here. OPS-04 */

/**
 * A hub below this version is refused for everything but its upgrade. Raise it when a call of hubs changes in a way that
 * hubs below it cannot follow; `upgrade.*` must stay as they are.
 */
export const HUB_VERSION_MIN = '0.1.0'

/** Three numbers with an optional suffix, as in 0.2.0-rc.1: safe in a file name. */
export const HUB_VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})(?:-([0-9A-Za-z][0-9A-Za-z.-]{0,20}))?$/

/**
 * Below 0: `one` is older than `other`. A candidate (0.2.0-rc.1) is older than its release; texts that are not versions
 * are the oldest.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [HUB_VERSION.exec(one), HUB_VERSION.exec(other)]
  if (!a || !b) return Number(a !== null) - Number(b !== null)
  for (let part = 1; part <= 3; part++) {
    const difference = Number(a[part]) - Number(b[part])
    if (difference !== 0) return difference
  }
  const [candidate, otherCandidate] = [a[4], b[4]]
  if (!candidate || !otherCandidate) return Number(!candidate) - Number(!otherCandidate)
  return compareParts(candidate.split('.'), otherCandidate.split('.'))
}

/** Compares numbers numerically, as in rc.2 and rc.10. */
function compareParts(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a = '', b = ''] = [one[at], other[at]]
    if (a === b) continue
    const areNumbers = /^\d+$/.test(a) && /^\d+$/.test(b)
    return areNumbers ? Number(a) - Number(b) : a < b ? -1 : 1
  }
  return 0
}

/** The service refuses its work. A version of another form (`development`) is accepted. */
export function isTooOld(version: string | null): boolean {
  return version !== null && HUB_VERSION.test(version) && compareVersions(version, HUB_VERSION_MIN) < 0
}
