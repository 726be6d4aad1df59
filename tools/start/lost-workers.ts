// Which media workers of a run's hub ended unexpectedly: no run may lose one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The message in the hub's log (worker-group.ts). */
const WORDS = 'a media worker was lost'

/** The lines of the hub's log in `dataFolder` with that message, the oldest first; empty without a log. */
export function lostWorkers(dataFolder: string): string[] {
  const folder = join(dataFolder, 'logs')
  return readdirSync(folder)
    .filter((name) => name.startsWith('hub.log'))
    .toSorted()
    .reverse()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes(WORDS))
}
