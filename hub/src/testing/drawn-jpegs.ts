// The frames of drawn video as JPEG, as an MJPEG camera sends them.
import { ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import { jpegOf } from '#pipeline/live/jpeg-of.ts'
import { type Drawing, drawVideo } from './drawn-video.ts'

export async function drawJpegs(drawing: Drawing): Promise<Buffer[]> {
  const decoder = await ImageDecoder.open('h264', Buffer.alloc(0))
  const jpegs: Buffer[] = []
  for (const packet of await drawVideo(drawing)) {
    for (const { frame } of await decoder.decode(packet, packet.ptsUs / 1000, () => true)) {
      jpegs.push(await jpegOf(frame, drawing))
      frame.free()
    }
  }
  decoder.close()
  return jpegs
}
