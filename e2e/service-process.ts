/** The service as a process of this test run. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Kills the service of this test run and of no other; the launcher brings it back. Answers how many it killed. */
export function killService(): number {
  const pids = execFileSync('pgrep', ['-f', 'service/src/main.ts'], { encoding: 'utf8' }).trim().split('\n').map(Number)
  const ours = pids.filter((pid) =>
    readFileSync(`/proc/${pid}/environ`, 'utf8').includes(process.env.MIMAMORI_E2E_DATA!),
  )
  for (const pid of ours) process.kill(pid, 'SIGKILL')
  return ours.length
}
