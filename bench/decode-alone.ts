/** The anchor of camera-cost: a process that reads one RTSP stream N times and decodes it, and does nothing else. */
import { Decoder, Demuxer } from 'node-av/api'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

const [url, count] = process.argv.slice(2)
Log.setLevel(AV_LOG_QUIET)
let frames = 0
let isEnding = false
process.once('disconnect', () => {
  isEnding = true
})
// A parent that is gone is told by 'disconnect'.
setInterval(() => process.connected && process.send?.({ frames }, () => {}), 1000).unref()
await Promise.all(Array.from({ length: Number(count) }, () => decode(url!)))
process.exit(0)

/** Ends the stream as RTSP wants it when the parent is gone. */
async function decode(of: string): Promise<void> {
  const options = { rtsp_transport: 'tcp', timeout: 5_000_000, analyzeduration: 0, probesize: 32 }
  await using input = await Demuxer.open(of, { options })
  const video = input.video()!
  using decoder = await Decoder.create(video, { threadCount: 1, exitOnError: false })
  for await (const packet of input.packets(video.index)) {
    if (!packet || isEnding) return
    for (const frame of await decoder.decodeAll(packet)) {
      frames++
      frame.free()
    }
    packet.free()
  }
}
