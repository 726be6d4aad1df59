/** A database server whose owner was killed: it is ended before its data is opened again, and its lock file removed. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 15_000
const STEP_MS = 50

/**
 * Call while holding the lock of the data folder: then a server that still runs there belongs to nobody. It is asked
 * to end (the same signal again does no harm when it is ending), and ended by force after 15 s.
 */
export async function endLeftover(data: string): Promise<void> {
  const note = join(data, 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0])
  for (let waitedMs = 0; isServerOf(pid, data); waitedMs += STEP_MS) {
    signal(pid, waitedMs < PATIENCE_MS ? 'SIGINT' : 'SIGQUIT')
    await pause(STEP_MS)
  }
  // PostgreSQL recognises a note whose process is gone. It would refuse to start when another program has got the id.
  if (isAlive(pid)) rmSync(note, { force: true })
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isAlive(pid: number): boolean {
  return Number.isInteger(pid) && pid > 1 && signal(pid, 0)
}

function isServerOf(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    return commandOf(pid).includes(data)
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
}
