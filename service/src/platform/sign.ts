/** What the service says of itself: its version, and the errors and figures of its parts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this program, from its package.json. */
export const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
).version

/** The state of a part of the service, for /health/ready and /metrics. */
export type Sign = {
  /** Current errors, as words with hyphens; the service works, but somebody must check. */
  errors(): string[]
  /** Lines for Prometheus. Never rejects. */
  figures(): string[] | Promise<string[]>
}
