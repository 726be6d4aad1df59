/** The anchor of camera-cost: a process that reads one RTSP stream N times and decodes it, and does nothing else. */
import { Decoder, Demuxer } from 'node-av/api'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

const [url, count] = process.argv.slice(2)
Log.setLevel(AV_LOG_QUIET)
process.on('disconnect', () => process.exit(0))
await Promise.all(Array.from({ length: Number(count) }, () => decodeForEver(url!)))

async function decodeForEver(of: string): Promise<void> {
  const options = { rtsp_transport: 'tcp', timeout: 5_000_000, analyzeduration: 0, probesize: 32 }
  const input = await Demuxer.open(of, { options })
  const video = input.video()!
  const decoder = await Decoder.create(video, { threadCount: 1, exitOnError: false })
  for await (const packet of input.packets(video.index)) {
    if (!packet) return
    for (const frame of await decoder.decodeAll(packet)) frame.free()
    packet.free()
  }
}
