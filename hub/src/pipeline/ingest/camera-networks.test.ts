/** Cameras outside of their site's networks are never opened, whatever their address says. */

import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { WorkerGroup } from '../worker/worker-group.ts'
import type { CameraStatus } from '../worker-message.ts'

let folder: string
let group: WorkerGroup
let statuses: Heard<CameraStatus>
let connections: number
const server = createServer((socket) => {
  connections++
  socket.end('RTSP/1.0 404 Not Found\r\n\r\n')
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-networks-'))
  statuses = new Heard()
  connections = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nothing = () => {}
  group = new WorkerGroup({
    spoolDir: folder,
    emit: sorted({ status: statuses.put }),
    log: nothing,
    clock: createClock(),
    environment: process.env,
  })
})
afterEach(async () => {
  await group.stop()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

test('SITE-01 a camera outside of the site’s networks is reported as such and never connected to', async () => {
  const { port } = server.address() as AddressInfo
  const cameras = [
    wantedCamera('name', `rtsp://localhost:${port}/a`),
    wantedCamera('number', `rtsp://0x7f.1:${port}/a`),
  ]
  group.configure(cameras, ['0.0.0.0/0', '::/0'])
  for (const { cameraId } of cameras) {
    const offline = await statuses.first((status) => status.cameraId === cameraId && status.state === 'offline')
    expect(offline).toMatchObject({ reason: { code: 'network-not-allowed' } })
  }
  expect(connections).toBe(0)
})
