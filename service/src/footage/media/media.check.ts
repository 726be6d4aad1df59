/** Compares stored pictures and clips with their files, a few at a time and over again. security.md, goal S21. */

import type { Storage } from '#platform/files/storage.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Sign } from '#platform/sign.ts'
import type { Job } from '#platform/work/jobs.ts'
import {
  auditChanges,
  type CheckMemory,
  countLost,
  type Lost,
  readLost,
  readMemory,
  readNext,
  saveMemory,
} from './media.check.queries.ts'
import { applyStates, checkStates } from './media.files.ts'

const EVERY_MS = 10 * 60_000
/** Files of one run, a question of the file system each: a hundred thousand are checked within a day. */
const CHECKED = 1_000
/** Lost files of one run, beside these: one that is back is shown again soon. */
const LOST_CHECKED = 500

/** `sign` counts for the instance that ran the job last; another one has no figures. */
export function createFileCheck({ storage, bus }: { storage: Pick<Storage, 'size'>; bus: Pick<Bus, 'publish'> }): {
  job: Job
  sign: Sign
} {
  let checkedFiles = 0
  let lost: Lost | null = null
  const job: Job = {
    name: 'media.check-files',
    everyMs: EVERY_MS,
    // Never a second batch at once: there is no end to it.
    batchSize: Number.POSITIVE_INFINITY,
    async task(database, now) {
      const { memory, files } = await database.asPlatform('stored files to check', async (db) => {
        const memory = await readMemory(db)
        return { memory, files: { next: await readNext(db, memory, CHECKED), lost: await readLost(db, LOST_CHECKED) } }
      })
      const before = [...files.lost, ...files.next]
      const checked = await checkStates(storage, before)
      const changed = checked.filter(({ state }, at) => state !== before[at]!.state)
      await applyStates({ database, bus }, changed)
      const last = files.next.length < CHECKED ? null : placeOf(files.next.at(-1)!)
      const lostBySite = await database.asPlatform('lost files of each site', async (db) => {
        const counted = await countLost(db)
        await auditChanges(db, memory.lostBySite, counted, now)
        await saveMemory(db, { last, lostBySite: counted }, now)
        return counted
      })
      checkedFiles += before.length
      lost = sumOf(lostBySite)
      return changed.length
    },
  }
  return { job, sign: { errors: () => [], figures: () => (lost ? linesOf(checkedFiles, lost) : []) } }
}

const placeOf = ({ tenantId, id }: { tenantId: string; id: string }): CheckMemory['last'] => ({ tenantId, id })

function sumOf(lostBySite: Record<string, Lost>): Lost {
  const sum = { missing: 0, damaged: 0 }
  for (const { missing, damaged } of Object.values(lostBySite)) {
    sum.missing += missing
    sum.damaged += damaged
  }
  return sum
}

function linesOf(checkedFiles: number, { missing, damaged }: Lost): string[] {
  return [
    '# TYPE mimamori_media_files_checked_total counter',
    `mimamori_media_files_checked_total ${checkedFiles}`,
    '# TYPE mimamori_media_files_lost gauge',
    `mimamori_media_files_lost{state="missing"} ${missing}`,
    `mimamori_media_files_lost{state="damaged"} ${damaged}`,
  ]
}
