// `node tools/cameras/main.ts [PORT]`: serves the demo cameras over RTSP until Ctrl-C, for looking at them with any player.
// MIMAMORI_DEMO_FPS: frames a second of each, 1 to 25.
import { AV_LOG_ERROR } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from './serve.ts'

Log.setLevel(AV_LOG_ERROR)
if (!gstreamerPresent()) {
  console.error(`Serving cameras ${GSTREAMER_MISSING}`)
  process.exit(1)
}
const served = await serveScenes({
  port: Number(process.argv[2] ?? 8554),
  fps: Number(process.env.MIMAMORI_DEMO_FPS ?? 10),
})
for (const url of Object.values(served.urls)) console.log(url)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void served.stop())
await served.ended
