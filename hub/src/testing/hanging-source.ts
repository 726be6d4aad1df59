// Broken cameras for tests. `hanging:`: the opening never returns and cannot be ended, as FFmpeg's on some servers.
// `hanging:later`: frames come for a second, and then no more, but the connection stays.
import { once } from 'node:events'
import type { OpenSource, PacketSource, VideoPacket } from '#pipeline/media/packet-source.ts'
import { openSource as openEndless } from '#testing/endless-source.ts'

export const openSource: OpenSource = async (address, signal) => {
  if (address !== 'hanging:later') return new Promise<PacketSource>(() => {})
  const source = await openEndless(address, signal)
  return { ...source, [Symbol.asyncIterator]: () => untilSilent(source, signal) }
}

async function* untilSilent(source: PacketSource, signal: AbortSignal): AsyncGenerator<VideoPacket> {
  let count = 0
  for await (const packet of source) {
    if (++count > 10) break
    yield packet
  }
  if (!signal.aborted) await once(signal, 'abort')
}
