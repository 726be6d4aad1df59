/** A hub's recordings over its upgrade from the release before. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { RecordingStore } from './recording-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [CAMERA_ID, RUN_ID] = [crypto.randomUUID(), crypto.randomUUID()]
const segment = (id: string) => ({
  ...{ kind: 'segment', id, cameraId: CAMERA_ID, stretchId: RUN_ID, path: `/disk/${id}.m4s` },
  ...{ startedAtMs: 1_795_000_000_000, durationMs: 6000, byteLength: 900 },
})

/** A file as the release of before wrote it: one segment waits, one stays on the hub. */
function writeOldFile(waiting: string, staying: string): void {
  const db = new DatabaseSync(join(folder, 'index.sqlite'))
  db.exec(`
    create table item (number integer primary key autoincrement, id text not null unique, kind text not null,
      stretch_id text, body text not null);
    create index item_by_stretch on item (stretch_id);
    create table kept (id text primary key, stretch_id text not null, ended_at_ms integer not null,
      byte_length integer not null, body text not null) without rowid;
    create index kept_by_age on kept (ended_at_ms, id);
    create index kept_by_stretch on kept (stretch_id);`)
  const item = db.prepare('insert into item (id, kind, stretch_id, body) values (?, ?, ?, ?)')
  item.run(waiting, 'segment', RUN_ID, JSON.stringify(segment(waiting)))
  db.prepare('insert into kept values (?, ?, ?, ?, ?)').run(
    ...[staying, RUN_ID, 1_795_000_006_000, 900, JSON.stringify(segment(staying))],
  )
  db.close()
}

test('recordings of a hub of the release before are sent and found after its upgrade', () => {
  const [waiting, staying] = [crypto.randomUUID(), crypto.randomUUID()]
  writeOldFile(waiting, staying)
  for (const opening of ['first', 'second']) {
    const store = new RecordingStore(folder)
    expect([opening, store.waiting, store.needs(RUN_ID)]).toEqual([opening, 1, true])
    expect(store.next()).toMatchObject({ id: waiting, runId: RUN_ID, path: `/disk/${waiting}.m4s` })
    expect(store.retained.find(staying)).toMatchObject({ id: staying, runId: RUN_ID })
    expect(store.retained.byteLength).toBe(900)
    store.close()
  }
  const store = new RecordingStore(folder)
  store.drop(store.next()!)
  expect(store.waiting).toBe(0)
  store.close()
})
