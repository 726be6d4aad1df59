/** What can still be read of a damaged spool: an alert that the service has not got must not go with its file. HUB-04. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type HubEvent, hubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { orElse } from '#platform/store-file.ts'
import { type Clip, type ClipKey, ClipTable } from './clip-table.ts'

/** Unconfirmed events in their order, clips whose file is there, and clips that were still being made. */
type Salvaged = { events: HubEvent[]; ready: Clip[]; expected: (ClipKey & { cameraId: string })[] }

/** Never throws. Events come up to the first place that cannot be read; where no cursor can be read, confirmed ones too. */
export function salvage(path: string): Salvaged {
  const saved: Salvaged = { events: [], ready: [], expected: [] }
  const db = existsSync(path) ? orElse(() => new DatabaseSync(path), null) : null
  if (!db) return saved
  const confirmed = orElse(() => db.prepare('select confirmed from spool').get()?.confirmed ?? 0, 0)
  orElse(() => readEvents(db, Number(confirmed), saved.events), undefined)
  const clips = orElse(() => new ClipTable(db), null)
  if (clips) {
    saved.ready = orElse(() => clips.ready(), []).filter(({ path }) => existsSync(path))
    saved.expected = orElse(() => clips.expected(), [])
  }
  orElse(() => db.close(), undefined)
  return saved
}

/** Fills the list as it reads, so that what stands before a damaged page is there whatever comes behind it. */
function readEvents(db: DatabaseSync, after: number, into: HubEvent[]): void {
  const rows = db.prepare('select body from event where sequence > ? order by sequence').iterate(after)
  for (const { body } of rows) {
    const event = hubEvent.safeParse(orElse(() => JSON.parse(String(body)), null))
    if (event.success) into.push(event.data)
  }
}
