/** What /health/ready and /metrics read from the parts of the service. */

/** The state of a part of the service. */
export type Sign = {
  /** Current errors, as words with hyphens; the service works, but somebody must check. */
  errors(): string[]
  /** Lines for Prometheus. Never rejects. */
  figures(): string[] | Promise<string[]>
}
