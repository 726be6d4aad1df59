import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alertRaised, anyId, CAMERA_ID, manualClock, temporaryFolder } from '#platform/testing/hub-parts.ts'
import { Spool } from './spool.ts'

let folder: ReturnType<typeof temporaryFolder>
const open: Spool[] = []

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  for (const spool of open.splice(0)) spool.close()
  folder.remove()
})

function makeSpool(): Spool {
  const spool = new Spool({ dir: folder.path, clock: manualClock(), log: () => {} })
  open.push(spool)
  return spool
}

function clipOf(spool: Spool, alertId: string) {
  const bytes = 1000
  const path = join(spool.clipDir, `${alertId}.mp4`)
  writeFileSync(path, Buffer.alloc(bytes))
  const of = { alertId, isBlurred: false, cameraId: CAMERA_ID, mediaId: anyId() }
  const clip = { ...of, path, byteLength: bytes, durationMs: 15, alertAtMs: 5 }
  spool.putClip(clip)
  return clip
}

describe('a clip that was made of what the camera sent', () => {
  test('REAL-07 a clip and what the camera sent of it survive a restart, files and all', () => {
    const first = makeSpool()
    const alert = alertRaised({ hasClip: true })
    first.append(alert)
    const path = join(first.clipDir, 'original.mp4')
    writeFileSync(path, Buffer.alloc(500))
    const original = { mediaId: anyId(), path, byteLength: 500, codec: 'hvc1.1.6.L93.B0' }
    first.putClip({ ...clipOf(first, alert.alertId), original })
    first.close()

    const second = makeSpool()
    const clip = second.nextClip()!
    expect([clip.original, existsSync(path)]).toEqual([original, true])
    second.clipUploaded(clip)
    expect(second.nextBatch(10)?.events.at(-1)).toMatchObject({
      type: 'clip-ready',
      original: { mediaId: original.mediaId, codec: original.codec },
    })
    expect(readdirSync(second.clipDir)).toEqual([])
  })

  test('a spool of a hub of before takes clips with an original', () => {
    makeSpool().close()
    open.length = 0
    const file = new DatabaseSync(join(folder.path, 'spool.sqlite'))
    file.exec('alter table clip drop column original')
    file.close()
    const spool = makeSpool()
    expect(clipOf(spool, anyId()).alertId).toBe(spool.nextClip()?.alertId)
  })
})
