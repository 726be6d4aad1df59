/** Frames of the demo's past under its cameras' privacy settings, made by the same code as live ones. CAM-09. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { progressiveMp4 } from '@mimamori/hub/mp4/mp4.ts'
import { TIMESCALE } from '@mimamori/hub/mp4/mp4-box.ts'
import { paintAll } from '@mimamori/hub/pipeline/frame/image-chain.ts'
import { ImagePainter, type Look } from '@mimamori/hub/pipeline/frame/image-painter.ts'
import { capturedFrame } from '@mimamori/hub/pipeline/frame/own-frame.ts'
import { openFile } from '@mimamori/hub/pipeline/ingest/video-file.ts'
import { SnapshotMaker } from '@mimamori/hub/pipeline/live/snapshot-maker.ts'
import type { RetainedPackets } from '@mimamori/hub/pipeline/media/retained-packets.ts'
import type { Frame } from 'node-av/lib'
import { renderClip } from './clip.ts'
import type { Scene } from './scene.ts'

/** The room is looked at for this time before, so that people are known in it. */
const LEARNT_MS = 8000
const LEARNT_EVERY_MS = 500
const FPS = 10
const WIDTH = 480

/** The moment as JPEG, and the same for those who may see people blurred alone. */
export async function paintedSnapshot(
  scene: Scene,
  look: Look,
  atMs: number,
): Promise<{ jpeg: Buffer; blurred: Buffer }> {
  const painter = new ImagePainter(look)
  const snapshots = new SnapshotMaker((error) => {
    throw new Error(error)
  })
  try {
    let shown: Frame | null = null
    for (let at = look.level === 'none' ? atMs : atMs - LEARNT_MS; at <= atMs; at += LEARNT_EVERY_MS) {
      const { planes } = scene.drawFrame(at)
      const frame = capturedFrame({ width: scene.width, height: scene.height, data: planes }, at)
      shown?.free()
      shown = painter.paint(frame, at)
      frame.free()
    }
    const { thumbnail, blurredThumbnail } = await snapshots.both(shown, WIDTH)
    shown?.free()
    return { jpeg: thumbnail!, blurred: blurredThumbnail! }
  } finally {
    painter.close()
  }
}

/** The sequence as MP4. */
export async function paintedClip(scene: Scene, look: Look, fromMs: number, toMs: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-painted-'))
  const path = join(folder, 'clear.mp4')
  const beginMs = fromMs - LEARNT_MS
  try {
    await writeFile(path, await renderClip(scene, beginMs, toMs))
    const source = await openFile(path, new AbortController().signal)
    const packets: RetainedPackets['packets'] = []
    for await (const packet of source) {
      const time = (packets.length * TIMESCALE) / FPS
      const capturedAtMs = beginMs + (packets.length * 1000) / FPS
      packets.push({ ...packet, placed: { time, showAfter: 0, duration: TIMESCALE / FPS, capturedAtMs } })
    }
    await source.close()
    const film = await paintAll({ codec: source.codec, extradata: source.extradata, packets }, look)
    const samples = film!.samples
    // The learning is left out, up to a key frame.
    return progressiveMp4(
      film!.track,
      samples.slice(samples.findIndex((one) => one.isKey && one.capturedAtMs >= fromMs)),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
