/** The service and the hub as processes of this test run. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Kills the service of this test run and of no other; the launcher brings it back. Answers how many it killed. */
export function killService(): number {
  const ours = pidsOf('-f', 'service/src/main.ts').filter((pid) =>
    readFileSync(`/proc/${pid}/environ`, 'utf8').includes(process.env.MIMAMORI_E2E_DATA!),
  )
  for (const pid of ours) process.kill(pid, 'SIGKILL')
  return ours.length
}

/**
 * SIGSTOP holds the hub of this test run, SIGCONT lets it go on, SIGKILL ends it until the launcher brings it back.
 * Answers how many hubs that were. A hub hides its arguments: it is known by the files that it has open.
 */
export function signalHub(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): number {
  const ours = pidsOf('-x', 'mimamori-hub').filter((pid) =>
    openFilesOf(pid).some((file) => file.startsWith(process.env.MIMAMORI_E2E_DATA!)),
  )
  for (const pid of ours) process.kill(pid, signal)
  return ours.length
}

function pidsOf(how: '-f' | '-x', name: string): number[] {
  return execFileSync('pgrep', [how, name], { encoding: 'utf8' }).trim().split('\n').map(Number)
}

function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((file) => {
    try {
      return [readlinkSync(`${folder}/${file}`)]
    } catch {
      // Closed meanwhile.
      return []
    }
  })
}
