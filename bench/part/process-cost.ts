/** CPU time and memory of processes, as counted by the kernel. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on all platforms that we use. */
const TICKS_PER_SECOND = 100

/** CPU seconds of a process and its descendants, including ended ones; 0 for an ended process. */
export function cpuSeconds(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, one) => sum + ownCpuSeconds(one), 0)
}

/** The descendant of `pid` whose command line contains `words`. Throws if there is none. */
export function descendantWith(pid: number, words: string): number {
  const found = descendants(pid).find((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(words))
  if (found === undefined) throw new Error(`no process of ${words}`)
  return found
}

/** Resident memory of a process, bytes, without its descendants; 0 for an ended process. */
export function residentBytes(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Open handles of a process: files, sockets, pipes; 0 for an ended process. */
export function openHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** All direct and indirect children of `pid` that still have their parent. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (fields) parents.set(Number(name), Number(fields[1]))
  }
  const found: number[] = []
  for (let wave = [pid]; wave.length > 0; ) {
    wave = [...parents].filter(([, parent]) => wave.includes(parent)).map(([child]) => child)
    found.push(...wave)
  }
  return found
}

/** CPU seconds of the process, and of children that it waited for; 0 for an ended process. */
function ownCpuSeconds(pid: number): number {
  const fields = statOf(pid)
  // Its own time in user and system mode, and that of children which ended and were waited for.
  return fields ? fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND : 0
}

/** The fields of /proc/PID/stat after the name, which may itself contain spaces. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
