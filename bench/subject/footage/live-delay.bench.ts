/** P10 (c): the age of a live frame when the browser shows it: camera, hub, service and player together. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { addCamera, addHub, signIn } from '../../../e2e/stack/demo-site.ts'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../../../e2e/stack/place.ts'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from '../../../tools/cameras/serve.ts'
import { startMimamori } from '../../../tools/start/mimamori.ts'
import { type Bench, quantile, round } from '../../bench.ts'

const IMAGE = { width: 1280, height: 720, fps: 15, gop: 30 }
const SETTLE_MS = 5000
const WATCH_MS = 30_000
const GOAL_P50_MS = 300

type Watched = Window & { delaysMs: number[]; unread: number }

export const bench: Bench = {
  subject: 'How old is the live view when it is on the screen, by a clock drawn into the image?',
  goal: `p50 under ${GOAL_P50_MS} ms`,
  async run(say) {
    if (!gstreamerPresent()) throw new Error(GSTREAMER_MISSING)
    const cameras = await serveScenes({ keys: [], extras: { clock: { clock: IMAGE } } })
    const mimamori = await startMimamori()
    const folder = await mkdtemp(join(tmpdir(), 'mimamori-bench-hub-'))
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
    let hubProcess: ChildProcess | null = null
    try {
      const hub = await addHub(mimamori.url, 'Bench hub')
      const cameraId = await addCamera(hub, 'Clock', cameras.urls.clock!)
      hubProcess = startHub(mimamori.url, hub.key, folder)
      await online(hub.admin.call, cameraId)

      const nurse = await signIn(mimamori.url, 'nurse@sakura.example')
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.addInitScript(
        (user) => localStorage.setItem('session', JSON.stringify({ token: user.token, user })),
        nurse.user,
      )
      const { delaysMs, unread, firstImageMs, straightDelaysMs } = await watch(
        page,
        `${mimamori.url}/app/cameras/live/${cameraId}`,
        cameras.urls.clock!,
      )
      const at = (share: number) => round(quantile(delaysMs, share))
      const straightAt = (share: number) => round(quantile(straightDelaysMs, share))
      say(
        `${delaysMs.length} images: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; straight from the camera p50 ${straightAt(0.5)} ms, p95 ${straightAt(0.95)} ms; first one ${round(firstImageMs)} ms after the page was asked for`,
      )
      return {
        isMet: delaysMs.length > 100 && at(0.5) < GOAL_P50_MS,
        figures: {
          image: IMAGE,
          images: delaysMs.length,
          unread,
          p50Ms: at(0.5),
          p95Ms: at(0.95),
          maxMs: at(1),
          straightFromCamera: { images: straightDelaysMs.length, p50Ms: straightAt(0.5), p95Ms: straightAt(0.95) },
          pageToFirstImageMs: round(firstImageMs),
        },
        notes: [
          'The clock is drawn by the camera before it encodes: the delay holds encoding, RTSP, hub, service, decoding and drawing.',
          'The anchor reads the same stream at the same time straight from the camera and decodes it.',
          'The demo (seven drawn cameras) runs beside it on the same two cores.',
        ],
      }
    } finally {
      hubProcess?.kill('SIGTERM')
      await browser.close()
      await mimamori.stop()
      await cameras.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function startHub(service: string, key: string, folder: string): ChildProcess {
  return spawn(process.execPath, ['hub/src/main.ts', '--service', service, '--data', folder], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: { ...process.env, MIMAMORI_HUB_KEY: key, MIMAMORI_HUB_ALLOW_LOOPBACK: '1' },
    stdio: 'ignore',
  })
}

/** Opens the live view and collects how late its frames are, and those of the stream itself over the same time. */
async function watch(page: Page, liveView: string, streamUrl: string) {
  const begunMs = performance.now()
  await page.goto(liveView)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  const firstImageMs = performance.now() - begunMs
  await pause(SETTLE_MS)
  await page.evaluate(readClock, IMAGE)
  const straightDelaysMs = await readStraight(streamUrl)
  const { delaysMs, unread } = await page.evaluate(() => {
    const { delaysMs, unread } = window as unknown as Watched
    return { delaysMs, unread }
  })
  return { delaysMs, unread, firstImageMs, straightDelaysMs }
}

/** Delays of the same stream without hub and service, in ms, over the same time. */
async function readStraight(url: string): Promise<number[]> {
  const { width, height } = IMAGE
  const reader = fork(join(import.meta.dirname, '..', '..', 'part', 'clock-reader.ts'), [
    url,
    String(width),
    String(height),
  ])
  const exited = once(reader, 'exit')
  const reported = once(reader, 'message') as Promise<[number[]]>
  await Promise.race([pause(WATCH_MS), exited])
  reader.send('how late?', () => {})
  const [delaysMs] = await Promise.race([reported, exited.then((): [number[]] => [[]])])
  if (reader.connected) reader.disconnect()
  await exited
  return delaysMs
}

async function online(call: Awaited<ReturnType<typeof signIn>>['call'], id: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await call('camera.get', { params: { id } })).status === 'Online') return
    await pause(500)
  }
  throw new Error('the camera did not come online')
}

/** Runs in the page: reads the clock in each frame as it is presented. The cells are described in rtsp_server.py. */
function readClock({ width }: { width: number }): void {
  const watched = window as unknown as Watched
  watched.delaysMs = []
  watched.unread = 0
  const video = document.querySelector('video')!
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = 32
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const cell = width / 64
  const look = () => {
    context.drawImage(video, 0, 0, width, 32, 0, 0, width, 32)
    const { data } = context.getImageData(0, 16, width, 1)
    const bit = (index: number) => (data[Math.floor(index * cell + cell / 2) * 4]! > 128 ? 1 : 0)
    let atMs = 0
    let parity = 0
    for (let index = 0; index < 48; index++) {
      if (!bit(index)) continue
      atMs += 2 ** index
      parity ^= 1 << (index % 8)
    }
    let parityBits = 0
    for (let index = 0; index < 8; index++) parityBits |= bit(48 + index) << index
    if (parityBits === parity) watched.delaysMs.push(Date.now() - atMs)
    else watched.unread++
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
}
