/** Continuously compares stored images and clips with their files, a few at a time. */

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
  readNextClips,
  saveMemory,
} from './media.check.queries.ts'
import { applyStates, checkStates } from './media.files.ts'

const EVERY_MS = 10 * 60_000
/** Files per run, one file system call each: a hundred thousand are checked within a day. */
const CHECKED = 1_000
/** Lost files per run, in addition: a file that is back is soon shown again. */
const LOST_CHECKED = 500
/** Clips per run whose bytes are read: some 200 MB, and a hundred thousand clips within two weeks. */
const CLIPS_READ = 50

type Parts = { storage: Pick<Storage, 'size' | 'open'>; bus: Pick<Bus, 'publish'> }

/** `sign` reports figures only on the instance that ran the job last. */
export function createFileCheck({ storage, bus }: Parts): { job: Job; sign: Sign } {
  let checkedFiles = 0
  let lost: Lost | null = null
  const job: Job = {
    name: 'media.check-files',
    everyMs: EVERY_MS,
    // Never runs a second batch at once: the scan has no end.
    batchSize: Number.POSITIVE_INFINITY,
    async task(database, now) {
      const { memory, files } = await database.asPlatform('stored files to check', async (db) => {
        const memory = await readMemory(db)
        const [next, clips] = [await readNext(db, memory, CHECKED), await readNextClips(db, memory, CLIPS_READ)]
        return { memory, files: { next, clips, lost: await readLost(db, LOST_CHECKED) } }
      })
      const before = [...files.lost, ...files.next, ...files.clips]
      const checked = [
        ...(await checkStates(storage, [...files.lost, ...files.next])),
        ...(await checkStates(storage, files.clips, true)),
      ]
      // A clip may be in two lists: the last one wins, which reads its bytes.
      const changes = checked.filter(({ state }, at) => state !== before[at]!.state)
      const changed = [...new Map(changes.map((file) => [`${file.tenantId} ${file.id}`, file])).values()]
      await applyStates({ database, bus }, changed)
      const last = files.next.length < CHECKED ? null : placeOf(files.next.at(-1)!)
      const lastClip = files.clips.length < CLIPS_READ ? null : placeOf(files.clips.at(-1)!)
      const lostBySite = await database.asPlatform('lost files of each site', async (db) => {
        const counted = await countLost(db)
        await auditChanges(db, memory.lostBySite, counted, now)
        await saveMemory(db, { last, lastClip, lostBySite: counted }, now)
        return counted
      })
      checkedFiles += before.length
      lost = sumOf(lostBySite)
      return changed.length
    },
  }
  const errors = () => (lost && lost.damaged > 0 ? ['files-damaged'] : [])
  return { job, sign: { errors, figures: () => (lost ? linesOf(checkedFiles, lost) : []) } }
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
