// What the launcher says: one line per step with its seconds, whatever runs beside it.
import { writeSync } from 'node:fs'

/** A step that had nothing to do is not worth a line, in milliseconds. */
const WORTH_SAYING_MS = 50

/** Runs the work and says its title and how long it took; a failure is thrown on and reported where it is caught. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  const tookMs = performance.now() - startedAt
  if (tookMs >= WORTH_SAYING_MS) say(`  ${title.padEnd(24)} ${(tookMs / 1000).toFixed(1).padStart(5)} s`)
  return result
}

/** One line for the person who started it. A terminal that went away, or a full disk, is no reason to stop. */
export function say(line: string): void {
  if (!process.stdout.destroyed) return void process.stdout.write(`${line}\n`)
  try {
    // Node gives the stream up after the first refusal, also when it leads to a file on a disk that was full.
    writeSync(process.stdout.fd ?? 1, `${line}\n`)
  } catch {}
}

/** Columns side by side, as wide as their widest cell. */
export function formatTable(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
}
