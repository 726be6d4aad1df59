/** Facts about the machine that a reader needs to interpret a result. */
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
