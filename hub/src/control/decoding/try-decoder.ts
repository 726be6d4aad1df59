/** Decodes a film with one decoder, compares its frames with those of software, and measures what they cost. REAL-08. */
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import type { Frame } from 'node-av/lib'
import { type OpenContext, openContext } from '#pipeline/decode/codec-context.ts'
import { ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import type { VideoCodec } from '#pipeline/media/packet-source.ts'
import type { Film } from './test-film.ts'

/** `difference`: of the worst frame from software's, in levels of 256, over all three planes. */
export type DecoderTrial = { by: DecoderName; images: number; difference: number; cpuMsPerImage: number }

type Decoded = { by: DecoderName; planes: Buffer[]; cpuMs: number }

/** A decoder that fell back to software on the way is reported as software. */
export async function tryDecoder(
  codec: VideoCodec,
  film: Film,
  by: DecoderName,
  open: OpenContext = openContext,
): Promise<DecoderTrial> {
  const right = await decoded(codec, film, 'software', open)
  const tried = by === 'software' ? right : await decoded(codec, film, by, open)
  const pairs = tried.planes.map((planes, i) => differenceOf(planes, right.planes[i]))
  return {
    by: tried.by,
    images: tried.planes.length,
    difference: Math.max(0, ...pairs),
    cpuMsPerImage: tried.cpuMs / Math.max(1, tried.planes.length),
  }
}

async function decoded(codec: VideoCodec, film: Film, by: DecoderName, open: OpenContext): Promise<Decoded> {
  const decoder = await ImageDecoder.open(codec, Buffer.alloc(0), by, open)
  const frames: Frame[] = []
  const before = process.cpuUsage()
  for (const packet of film.packets) {
    for (const { frame } of await decoder.decode(packet, packet.ptsUs / 1000, () => true)) frames.push(frame)
  }
  for (const { frame } of await decoder.finish(() => true)) frames.push(frame)
  const { user, system } = process.cpuUsage(before)
  const planes = frames.map((frame) => frame.toBuffer())
  for (const frame of frames) frame.free()
  const used = decoder.counts.by
  decoder.close()
  return { by: used ?? 'software', planes, cpuMs: (user + system) / 1000 }
}

/** Mean of all bytes; frames of another size have nothing in common. */
function differenceOf(one: Buffer, other: Buffer | undefined): number {
  if (one.length !== other?.length) return 256
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i]! - other[i]!)
  return sum / one.length
}
