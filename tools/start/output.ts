// The launcher's output: one line per step with its seconds.
import { writeSync } from 'node:fs'

/** Steps shorter than this print no line, ms. */
const WORTH_SAYING_MS = 50

/** Runs the work and prints its title and duration; errors are thrown on and reported where they are caught. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  const tookMs = performance.now() - startedAt
  if (tookMs >= WORTH_SAYING_MS) say(`  ${title.padEnd(24)} ${(tookMs / 1000).toFixed(1).padStart(5)} s`)
  return result
}

/** Prints one line for the user. Ignores a closed terminal or a full disk. */
export function say(line: string): void {
  if (!process.stdout.destroyed) return void process.stdout.write(`${line}\n`)
  try {
    // Node closes the stream after the first error, also if it is a file on a disk that was full.
    writeSync(process.stdout.fd ?? 1, `${line}\n`)
  } catch {}
}

/** Aligned columns, as wide as their widest cell. */
export function formatTable(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
}
