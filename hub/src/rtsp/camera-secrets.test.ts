import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StreamError, statusReason } from '@mimamori/contract/camera/status-reason.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hubErrorOf } from '#control/rpc/probe.ts'
import { WorkerInferenceClient } from '#pipeline/analysis/inference-client.ts'
import { CameraRunner } from '#pipeline/ingest/camera-runner.ts'
import type { RunnerOptions } from '#pipeline/ingest/runner-options.ts'
import { GROUP_LIMITS } from '#pipeline/worker/group-limits.ts'
import { cameraReportOf } from '#pipeline/worker/report.ts'
import type { CameraStatus, FromWorker } from '#pipeline/worker-message.ts'
import { CameraError } from '#platform/camera-error.ts'
import { createClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { HttpCamera } from './testing/http-camera.ts'
import { LOGIN, QuirkyCamera } from './testing/quirky-camera.ts'

/** In every place that only the hub and the camera may know. */
const SECRET = 'zQ9'
const RUNS = 16
const NO_VIDEO = { fps: null, width: null, height: null, codec: null }
/** A camera that goes silent is given up soon. */
const SOON = { ...GROUP_LIMITS, preflightMs: 100, openMs: 200, silenceMs: 200, heartbeatMs: 50 }

const METHODS = ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'] as const
const rejections = fc.dictionary(
  fc.constantFrom(...METHODS),
  fc.constantFrom('400', '403', '404', '453', '454', '461', '500', '503').map((status) => `${status} ${SECRET}`),
)
const answers = fc.record({
  lock: fc.constantFrom(null, 'basic', 'digest'),
  refused: rejections,
  location: fc.constantFrom(null, `/${SECRET}`, `rtsp://${SECRET}:${SECRET}@10.0.0.9/${SECRET}`),
  contentBase: fc.constantFrom(null, `rtsp://${SECRET}@127.0.0.1/${SECRET}/`),
  description: fc.constantFrom(null, ['v=0', `s=${SECRET}`], [`m=video 0 RTP/AVP 96`, `a=rtpmap:96 ${SECRET}/1`]),
  written: fc.constantFrom(
    (head: string) => head,
    () => `HTTP/1.1 200 ${SECRET}\r\n\r\n`,
    (head: string) => head.replace('CSeq', `${SECRET}: ${SECRET}\r\nCSeq`),
  ),
})
const addresses = fc.constantFrom(
  (host: string) => `rtsp://${SECRET}:${SECRET}@${host}/${SECRET}?token=${SECRET}`,
  (host: string) => `rtsp://${host}/user=${SECRET}_password=${SECRET}_channel=1.sdp`,
  (host: string) => `rtsp://${SECRET}:12/${SECRET}@${host}/`,
  (host: string) => `rtsp://${SECRET}:12#${SECRET}@${host}/`,
  (host: string) => `rtsp://${SECRET}:p@${SECRET}@${host}/${SECRET}`,
)

/** All that leaves the hub about this camera until it is offline or online, and the log of it. */
async function sentBy(streamUrl: string): Promise<string> {
  const sent: string[] = []
  const clock = createClock()
  const log = createLog({ write: (line) => void sent.push(line), clock })
  const spoolDir = mkdtempSync(join(tmpdir(), 'mimamori-secrets-'))
  const quiet = () => new WorkerInferenceClient('own', () => {}, clock)
  let runner: CameraRunner | null = null
  let checks: NodeJS.Timeout | undefined
  const status = await new Promise<CameraStatus>((resolve) => {
    const take = (message: FromWorker) => {
      sent.push(JSON.stringify(message))
      log('warn', 'a camera', { reason: JSON.stringify(message) })
      if (message.type === 'status') resolve(message)
    }
    runner = new CameraRunner(wantedCamera('one', streamUrl, { password: SECRET, apps: [] }), {
      setup: { spoolDir, sources: {}, limits: SOON } as unknown as RunnerOptions['setup'],
      ...{ clock, networks: LOOPBACK, inference: quiet(), poser: quiet(), lastIncidents: new Map(), background: null },
      ...{ send: take, sendLive: () => true },
    })
    checks = setInterval(() => runner?.check(), SOON.heartbeatMs)
  })
  clearInterval(checks)
  await runner!.stop()
  rmSync(spoolDir, { recursive: true, force: true })
  const error = new CameraError(status.reason as StreamError)
  sent.push(JSON.stringify([cameraReportOf('one', status, undefined), hubErrorOf(error), error.message]))
  return sent.join('\n')
}

test('CAM-15 secrets of an address or an answer are in nothing that the hub sends or logs', async () => {
  await fc.assert(
    fc.asyncProperty(answers, addresses, async ({ lock, refused, ...others }, addressed) => {
      const camera = Object.assign(new QuirkyCamera(), { realm: SECRET, server: SECRET }, others)
      camera.lock = lock === 'digest' ? new DigestGuard(LOGIN, SECRET) : (lock as null | 'basic')
      for (const [method, status] of Object.entries(refused)) camera.refused.set(method, status)
      const { host } = new URL(await camera.start())
      try {
        expect(await sentBy(addressed(host))).not.toContain(SECRET)
      } finally {
        await camera.stop()
      }
    }),
    { numRuns: RUNS },
  )
})

const httpAnswers = fc.record({
  status: fc.constantFrom('200 OK', `404 ${SECRET}`, `500 ${SECRET}`, `503 ${SECRET}`),
  type: fc.constantFrom(`multipart/x-mixed-replace; boundary=${SECRET}`, `image/${SECRET}`, null),
  location: fc.constantFrom(
    null,
    `/${SECRET}`,
    `http://${SECRET}:${SECRET}@10.0.0.9/${SECRET}`,
    `https://127.0.0.1/${SECRET}`,
  ),
  raw: fc.constantFrom(
    null,
    `${SECRET}\r\n\r\n`,
    `HTTP/1.1 200 ${SECRET}\r\n\r\n${SECRET}`,
    `RTSP/1.0 200 ${SECRET}\r\n\r\n`,
  ),
  lock: fc.constantFrom(null, 'basic', 'digest'),
})
const httpAddresses = fc.constantFrom(
  (host: string) => `http://${SECRET}:${SECRET}@${host}/video?user=${SECRET}&pwd=${SECRET}`,
  (host: string) => `http://${host}/${SECRET}/video.mjpg#${SECRET}`,
  (host: string) => `http://${SECRET}:12/${SECRET}@${host}/`,
  (host: string) => `https://${SECRET}@${host}/${SECRET}`,
)

test('CAM-15 secrets of an address or an answer over HTTP are in nothing that the hub sends or logs', async () => {
  await fc.assert(
    fc.asyncProperty(httpAnswers, httpAddresses, async ({ lock, raw, ...others }, addressed) => {
      const camera = Object.assign(new HttpCamera(), others, { raw: raw && Buffer.from(raw) })
      camera.lock = lock === 'digest' ? new DigestGuard(LOGIN, SECRET) : (lock as null | 'basic')
      const { host } = new URL(await camera.start())
      try {
        expect(await sentBy(addressed(host))).not.toContain(SECRET)
      } finally {
        await camera.stop()
      }
    }),
    { numRuns: RUNS },
  )
})

test('CAM-15 each reason with an address in its facts leaves the hub without user, password and path', () => {
  const said = `rtsp://${SECRET}:${SECRET}@camera/${SECRET} and http://${SECRET}@camera/video?pwd=${SECRET}`
  const facts = ['host', 'detail', 'fingerprint', 'seconds', 'hours', 'year', 'text']
  const params = Object.fromEntries(facts.map((fact) => [fact, said]))
  const codes = statusReason.options.flatMap(({ shape }) => [...shape.code.options])
  expect(codes.length).toBeGreaterThan(60)
  for (const code of codes) {
    const status = {
      cameraId: 'one',
      state: 'offline',
      reason: { code, params },
      ...NO_VIDEO,
    } as unknown as CameraStatus
    expect(JSON.stringify(cameraReportOf('one', status, undefined))).not.toContain(SECRET)
  }
})
