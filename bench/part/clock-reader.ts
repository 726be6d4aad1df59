/** The baseline of live-delay: reads a camera's stream without hub and service, and the time drawn into each frame. */
import { Decoder, Demuxer, Scaler } from 'node-av/api'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

const [url, widthText, heightText] = process.argv.slice(2)
const width = Number(widthText)
const height = Number(heightText)
/** The time is in the top 32 rows, see tools/cameras/rtsp_server.py. */
const ROW = 16

Log.setLevel(AV_LOG_QUIET)
const delaysMs: number[] = []
const options = { rtsp_transport: 'tcp', timeout: 5_000_000, analyzeduration: 0, probesize: 32 }
const input = await Demuxer.open(url!, { options })
const video = input.video()!
const decoder = await Decoder.create(video, { threadCount: 1, exitOnError: false })
const scaler = new Scaler()
process.once('message', () => process.send!(delaysMs))
process.once('disconnect', () => void input.close().finally(() => process.exit(0)))

for await (const packet of input.packets(video.index)) {
  if (!packet) break
  for (const frame of await decoder.decodeAll(packet)) {
    const arrivedAtMs = Date.now()
    const drawnAtMs = timeIn(scaler.toBufferSync(frame, { resize: { width, height }, format: 'gray' }))
    if (drawnAtMs !== null) delaysMs.push(arrivedAtMs - drawnAtMs)
    frame.free()
  }
  packet.free()
}

/** Milliseconds since the epoch; null when the parity does not fit. */
function timeIn(gray: Uint8Array): number | null {
  const cell = width / 64
  const bit = (index: number) => (gray[ROW * width + Math.floor(index * cell + cell / 2)]! > 128 ? 1 : 0)
  let atMs = 0
  let parity = 0
  for (let index = 0; index < 48; index++) {
    if (!bit(index)) continue
    atMs += 2 ** index
    parity ^= 1 << (index % 8)
  }
  let parityBits = 0
  for (let index = 0; index < 8; index++) parityBits |= bit(48 + index) << index
  return parityBits === parity ? atMs : null
}
