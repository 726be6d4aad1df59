/** A source that waits for its consumer, so that a busy machine drops no frame of recorded video. */
import type { PacketSource, VideoPacket } from '../media/packet-source.ts'

/** Reads `source` to its end first, then emits each packet once that promise resolves, when the previous one is analyzed. */
export async function unhurried(source: PacketSource, idle: () => Promise<void>): Promise<PacketSource> {
  const { codec, width, height, extradata } = source
  const packets: VideoPacket[] = []
  let ended: unknown = null
  try {
    for await (const packet of source) packets.push(packet)
  } catch (error) {
    ended = error
  }
  async function* paced() {
    for (const packet of packets) {
      yield packet
      await idle()
    }
    if (ended) throw ended
  }
  const paces = paced()
  return { codec, width, height, extradata, close: () => source.close(), [Symbol.asyncIterator]: () => paces }
}
