/** A sequence of a scene as an MP4 that plays from its first bytes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Muxer } from 'node-av/api'
import type { Scene } from './scene.ts'
import { SceneEncoder } from './scene-encoder.ts'

/** 10 frames a second, a key frame every 2 s. `quality` as in EncoderSettings. Answers the whole file. */
export async function renderClip(
  scene: Scene,
  fromMs: number,
  toMs: number,
  { fps = 10, quality = 27 } = {},
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-clip-'))
  const path = join(folder, 'clip.mp4')
  const { width, height } = scene
  const encoder = await SceneEncoder.open({ width, height, fps, gop: fps * 2, quality })
  try {
    const muxer = await Muxer.open(path, { format: 'mp4', useSyncQueue: false, options: { movflags: '+faststart' } })
    const stream = muxer.addStream(encoder.encoder)
    for (let i = 0; i < ((toMs - fromMs) / 1000) * fps; i++) {
      const { planes } = scene.drawFrame(fromMs + (i * 1000) / fps)
      for (const packet of await encoder.encode(planes)) {
        await muxer.writePacket(packet, stream)
        packet.free()
      }
    }
    await muxer.close()
    return await readFile(path)
  } finally {
    await encoder.close()
    await rm(folder, { recursive: true, force: true })
  }
}
