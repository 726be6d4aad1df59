/** Ends all direct and indirect children of a stopped bench: service, database, hub, cameras, browsers. */
import { setTimeout as pause } from 'node:timers/promises'
import { descendants } from './process-cost.ts'

const GRACE_MS = 5_000
const LOOK_MS = 100

/** Asks every process below `pid` to end, and kills those that still run after five seconds. Linux only. */
export async function endDescendants(pid: number): Promise<void> {
  // Remembered from the start: a child whose parent ends first belongs to nobody afterwards.
  const started = descendants(pid)
  for (const one of started) send(one, 'SIGTERM')
  for (let waitedMs = 0; waitedMs < GRACE_MS && started.some(isRunning); waitedMs += LOOK_MS) await pause(LOOK_MS)
  for (const one of started) send(one, 'SIGKILL')
}

function isRunning(pid: number): boolean {
  return send(pid, 0)
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
