// The processes below a process, read from /proc, for tests that nothing is left behind.
import { readdirSync, readFileSync } from 'node:fs'

/** A process: its command line with blanks between the words. */
type ProcessEntry = { pid: number; parentPid: number; command: string }

/** All processes that a process has started, directly or not. */
export function descendantsOf(pid: number): ProcessEntry[] {
  const all = listProcesses()
  const found: ProcessEntry[] = []
  const waiting = [pid]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of all) {
      if (entry.parentPid !== next) continue
      found.push(entry)
      waiting.push(entry.pid)
    }
  }
  return found
}

/** False also for one that has ended and that nobody has asked about yet. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parentPid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parentPid, command }]
      } catch {
        // It ended while we were reading.
        return []
      }
    })
}
