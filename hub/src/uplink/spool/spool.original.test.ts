import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

describe('a clip that was converted from the camera’s video', () => {
  test('REAL-07 a clip and its original survive a restart with their files', () => {
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
})
