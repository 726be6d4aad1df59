/** What /health/ready and /metrics ask of the parts of the service. */

/** What a part of the service says of itself. */
export type Sign = {
  /** What is wrong, as words with hyphens; the service works, but somebody must look. */
  errors(): string[]
  /** Lines for Prometheus. Never rejects. */
  figures(): string[] | Promise<string[]>
}
