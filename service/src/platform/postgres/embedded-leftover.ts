/** Ends a database server whose owner was killed, before its data is opened again, and removes its lock file. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 15_000
/** Without an exit this long after the second signal, it hangs. */
const FORCE_MS = 30_000
const STEP_MS = 50

/**
 * Call while holding the lock of the data folder: then a server that still runs there has no owner. It gets a shutdown
 * signal (repeating it is harmless), and is killed after 15 s.
 */
export async function endLeftover(data: string): Promise<void> {
  const note = join(data, 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0])
  for (let waitedMs = 0; isServerOf(pid, data); waitedMs += STEP_MS) {
    signal(pid, waitedMs < PATIENCE_MS ? 'SIGINT' : waitedMs < FORCE_MS ? 'SIGQUIT' : 'SIGKILL')
    await pause(STEP_MS)
  }
  await endConnections(data)
  // PostgreSQL recognizes a lock file whose process is gone. It would refuse to start if another program has got the
  // id.
  if (isAlive(pid)) rmSync(note, { force: true })
}

/**
 * A hanging connection process outlives its server, and no other server starts beside it. Found by their working
 * folder, the data folder.
 */
async function endConnections(data: string): Promise<void> {
  if (process.platform !== 'linux') return
  const folder = realpathSync(data)
  const left = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 1 && folderOf(pid) === folder)
  for (let pids = left(); pids.length > 0; pids = left()) {
    for (const pid of pids) signal(pid, 'SIGKILL')
    await pause(STEP_MS)
  }
}

/** The working folder of a process; null: it is gone, or belongs to another account. */
function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
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
