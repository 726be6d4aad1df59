/**
 * The anchor of camera-cost and camera-floor: a process that reads one RTSP stream N times and decodes it, and does
 * nothing else; with `gray` it also makes each frame gray in its own size.
 */
import { Decoder, Demuxer, Scaler } from 'node-av/api'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

const [url, count, form] = process.argv.slice(2)
Log.setLevel(AV_LOG_QUIET)
let frames = 0
let isEnding = false
process.once('disconnect', () => {
  isEnding = true
})
// 'disconnect' reports that the parent is gone.
setInterval(() => process.connected && process.send?.({ frames }, () => {}), 1000).unref()
const ends: Promise<void>[] = []
// One after the other: a server may have only few connections waiting.
for (let camera = 0; camera < Number(count); camera++) ends.push(decode(await open(url!)))
await Promise.all(ends)
process.exit(0)

function open(of: string): Promise<Demuxer> {
  const options = { rtsp_transport: 'tcp', timeout: 5_000_000, analyzeduration: 0, probesize: 32 }
  return Demuxer.open(of, { options })
}

/** Ends the stream as RTSP wants it when the parent is gone. */
async function decode(opened: Demuxer): Promise<void> {
  await using input = opened
  const video = input.video()!
  using decoder = await Decoder.create(video, { threadCount: 1, exitOnError: false })
  const scaler = new Scaler()
  for await (const packet of input.packets(video.index)) {
    if (!packet || isEnding) return
    for (const frame of await decoder.decodeAll(packet)) {
      frames++
      if (form === 'gray') scaler.toBufferSync(frame, { format: 'gray' })
      frame.free()
    }
    packet.free()
  }
}
