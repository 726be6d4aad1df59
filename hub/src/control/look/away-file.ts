/** Which cameras look elsewhere, on disk: a hub that starts anew lets them return. Requirement REAL-09. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Log, wordsOf } from '#platform/log.ts'
import { replaceFile } from '#platform/replace-file.ts'

const stored = z.record(z.uuid(), z.object({ preset: z.string(), sinceMs: z.number() }))
type StoredAway = z.infer<typeof stored>

export type AwayFile = {
  load(): StoredAway
  /** Throws when it cannot be written. */
  save(away: StoredAway): void
}

export function openAwayFile(dir: string, log: Log): AwayFile {
  const path = join(dir, 'looks.json')
  return {
    load() {
      try {
        return stored.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch (error) {
        const isNone = (error as NodeJS.ErrnoException).code === 'ENOENT'
        if (!isNone) log('warn', 'Which cameras look elsewhere cannot be read', { reason: wordsOf(error) })
        return {}
      }
    },
    save: (away) => replaceFile(path, JSON.stringify(away)),
  }
}
