// The hub’s machine is in standby, or a paused virtual machine, while its cameras go on.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Heard } from '#testing/heard.ts'
import { startHostileCameras } from '#testing/hostile/hostile-cameras.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { ChildHubMessage, ChildHubOptions } from './testing/child-hub.ts'

const PROGRAM = fileURLToPath(new URL('./testing/child-hub.ts', import.meta.url))
const FPS = 10
/** Longer than any network holds frames up. */
const STANDS_SECONDS = 40
/** What lies in the hub when it stops, and the first key frame behind it. */
const EDGE_MS = 2500

let spoolDir: string
let stops: (() => void)[]
beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-standstill-'))
  stops = []
})
afterEach(async () => {
  for (const stop of stops) stop()
  await rm(spoolDir, { recursive: true, force: true, maxRetries: 3 })
})

/** A camera that counts its frames, and a hub on it that records. */
async function begin() {
  const sent = new Heard<number>()
  let count = 0
  const cameras = await startHostileCameras({
    honest: {
      play: ({ films, rtp, send, every }) => {
        const { images } = films.small
        every(1000 / FPS, (i) => {
          send(rtp.image(images[i % images.length]!.nals, i * (90_000 / FPS)))
          sent.put(count++)
        })
      },
    },
  })
  const { name, url } = cameras.cameras[0]!
  const options: ChildHubOptions = { spoolDir, cameras: [wantedCamera(name, url, { recording: { schedule: null } })] }
  const hub = fork(PROGRAM, [JSON.stringify(options)], { serialization: 'advanced' })
  stops.push(
    () => cameras.stop(),
    () => hub.kill('SIGKILL'),
  )
  const heard = new Heard<ChildHubMessage>()
  hub.on('message', (message) => heard.put(message as ChildHubMessage))
  const seconds = (passing: number) => {
    const until = sent.all.length + passing * FPS
    return sent.next((number) => number >= until)
  }
  return { hub, heard, seconds }
}

test('CAM-15 a standstill of the machine is named, ends no worker, and leaves a gap where it was', async () => {
  const { hub, heard, seconds } = await begin()
  const { pids } = await heard.first(({ event }) => event.type === 'status' && event.state === 'online')
  await seconds(5)
  const stopped = [hub.pid!, ...pids]
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  const fromMs = Date.now()
  await seconds(STANDS_SECONDS)
  const toMs = Date.now()
  for (const pid of stopped) process.kill(pid, 'SIGCONT')

  const isSleep = ({ event }: ChildHubMessage) => event.type === 'status' && event.reason?.code === 'hub-slept'
  await heard.next((message) => isSleep(message) && message.event.type === 'status' && message.event.state === 'online')
  await seconds(5)
  hub.send('stop')
  await once(hub, 'disconnect')

  const events = heard.all.map(({ event }) => event)
  expect(new Set(heard.all.filter(({ event }) => event.type === 'heartbeat').flatMap((beat) => beat.pids))).toEqual(
    new Set(pids),
  )
  const reasons = events.flatMap((event) => (event.type === 'status' ? [event.reason?.code ?? null] : []))
  expect(new Set(reasons)).toEqual(new Set([null, 'hub-slept']))
  const times = events.flatMap((event) => (event.type === 'frame' ? [event.capturedAtMs] : []))
  expect(times.filter((ms) => ms > fromMs + 1000 && ms < toMs)).toEqual([])
  const segments = events.flatMap((event) => (event.type === 'segment' ? [event] : []))
  const spans = segments.map(({ startedAtMs, durationMs }) => [startedAtMs - fromMs, startedAtMs + durationMs - fromMs])
  const [before, behind] = [spans.filter(([start]) => start! < 0), spans.filter(([start]) => start! >= 0)]
  expect(Math.abs(before.at(-1)![1]!)).toBeLessThan(EDGE_MS)
  expect(behind[0]![0]!).toBeGreaterThan(toMs - fromMs)
  expect(behind[0]![0]!).toBeLessThan(toMs - fromMs + EDGE_MS)
}, 90_000)
