/** Reads the numbers that drawVideo wrote into its frames, out of a fragmented or plain MP4. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decoder, Demuxer, Scaler } from 'node-av/api'
import { NUMBER_BITS } from './drawn-video.ts'

/** The numbers of all frames in the order in which they are shown. */
export async function numbersIn(mp4: Buffer): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-numbers-'))
  try {
    const path = join(folder, 'video.mp4')
    await writeFile(path, mp4)
    return await decode(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function decode(path: string): Promise<number[]> {
  await using input = await Demuxer.open(path)
  const video = input.video()!
  using decoder = await Decoder.create(video, { threadCount: 1 })
  const scaler = new Scaler()
  const numbers: number[] = []
  for await (const packet of input.packets(video.index)) {
    for (const frame of await decoder.decodeAll(packet)) {
      numbers.push(numberIn(scaler.toBufferSync(frame, { format: 'gray' }), frame.width))
      frame.free()
    }
    packet?.free()
    if (!packet) break
  }
  return numbers
}

function numberIn(gray: Uint8Array, width: number): number {
  const cell = width / NUMBER_BITS
  let number = 0
  for (let bit = 0; bit < NUMBER_BITS; bit++) {
    const x = Math.floor((bit + 0.5) * cell)
    if (gray[8 * width + x]! > 128) number |= 1 << bit
  }
  return number
}
