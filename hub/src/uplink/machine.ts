/** The machine in the heartbeat: processors, memory, disk. */
import { cpus, networkInterfaces, totalmem } from 'node:os'
import { diskFreeBytes, diskTotalBytes } from './spool/spool-room.ts'

type Ticks = { busy: number; all: number }

export type Machine = { cpuShare: number | null; memoryBytes: number; diskFreeBytes: number | null }

/** The answer reads the machine; `cpuShare` is of all cores since the call before, null at the first. */
export function createMachineReader(dir: string): () => Machine {
  let before: Ticks | null = null
  return () => {
    const now = readTicks()
    const cpuShare = before && now.all > before.all ? (now.busy - before.busy) / (now.all - before.all) : null
    before = now
    const free = diskFreeBytes(dir)
    return {
      cpuShare: cpuShare === null ? null : Math.min(1, Math.max(0, cpuShare)),
      memoryBytes: process.memoryUsage.rss(),
      diskFreeBytes: Number.isFinite(free) ? free : null,
    }
  }
}

/** What a technician needs to find the machine: sizes, addresses, network interfaces. */
export function describeMachine(dir: string) {
  const cards = Object.values(networkInterfaces()).flatMap((list) => list?.filter(({ internal }) => !internal) ?? [])
  const total = diskTotalBytes(dir)
  return {
    memoryTotalBytes: totalmem(),
    diskTotalBytes: Number.isFinite(total) ? total : null,
    addresses: unique(cards.map(({ address }) => address)),
    macIds: unique(cards.map(({ mac }) => mac.toUpperCase())),
  }
}

const SHOWN_MAX = 32
const unique = (words: string[]) => [...new Set(words)].slice(0, SHOWN_MAX)

function readTicks(): Ticks {
  const ticks = { busy: 0, all: 0 }
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq
    ticks.all += all
    ticks.busy += all - times.idle
  }
  return ticks
}
