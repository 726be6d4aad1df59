/** A source that waits for its reader, so that no picture is lost on a busy machine: recorded video has the time. */
import type { PacketSource, VideoPacket } from './packet-source.ts'

/** Reads `source` to its end first, then gives each packet once `settled` says that the one before was judged. */
export async function unhurried(source: PacketSource, settled: () => Promise<void>): Promise<PacketSource> {
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
      await settled()
    }
    if (ended) throw ended
  }
  const paces = paced()
  return { codec, width, height, extradata, close: () => source.close(), [Symbol.asyncIterator]: () => paces }
}
