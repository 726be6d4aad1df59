/** The facts of a machine without which a figure says nothing. */
import { cpus, release, totalmem } from 'node:os'

export function machineFacts() {
  const cores = cpus()
  return {
    cores: cores.length,
    processor: cores[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    architecture: process.arch,
  }
}
