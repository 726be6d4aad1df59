// What the launcher says: one line per step with its seconds, whatever runs beside it.

/** Runs the work and says its title and how long it took; a failure is thrown on and not said here. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  say(`  ${title.padEnd(34)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

/** One line for the person who started it. A terminal that went away is no reason to stop. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Columns side by side, as wide as their widest cell. */
export function formatTable(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
}
