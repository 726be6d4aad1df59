/** The migrations whose place the baseline has taken, and whether a database has run them. See decision 0015. */
import { createHash } from 'node:crypto'

export const BASELINE = {
  /** With this the names of its files begin. */
  prefix: '0163_baseline_',
  /** The last of the migrations that it replaces. */
  last: '0163_alert_severity_order.sql',
  /** SHA-256 over a line 'name checksum' for each of them, in order. */
  digest: 'dca46c3bd385b7b54e71ea14f78d63654ca0c7eb816c64da05428144c80b265f',
}

const WAY_OUT = 'Start the release before this one on it once, and this one after that. Nothing was changed.'

/**
 * How many migrations of before the baseline a database has run, by name and checksum: none, or exactly those that the
 * baseline replaces. Throws for a database that has only some of them, or others.
 */
export function countReplaced(applied: ReadonlyMap<string, string>): number {
  const old = [...applied].filter(([name]) => name < BASELINE.prefix).sort(([a], [b]) => (a < b ? -1 : 1))
  const [last] = old.at(-1) ?? [BASELINE.last]
  if (last !== BASELINE.last) {
    throw new Error(
      `The database is of an older release: it has the migrations up to ${last}, and this program upgrades from ${BASELINE.last}. ${WAY_OUT}`,
    )
  }
  const lines = old.map(([name, checksum]) => `${name} ${checksum}\n`).join('')
  if (old.length > 0 && createHash('sha256').update(lines).digest('hex') !== BASELINE.digest) {
    throw new Error(
      `The database has not run the migrations up to ${BASELINE.last} as the release before this one has them: one is missing, or was changed. ${WAY_OUT}`,
    )
  }
  return old.length
}
