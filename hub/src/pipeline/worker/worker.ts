/** The program of a media worker: a process of its own, so that an error inside FFmpeg ends it and not the hub. */

import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { createClock } from '#platform/clock.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { RetainedBackground } from '../analysis/background-memory.ts'
import { WorkerInferenceClient } from '../analysis/inference-client.ts'
import { setDecoders } from '../decode/decoder-choice.ts'
import { CameraRunner } from '../ingest/camera-runner.ts'
import { LivePost } from '../live/live-post.ts'
import type { FromWorker, LastIncidentsByCamera, ToWorker, WorkerSetup } from '../worker-message.ts'
import { ProofClock, pathProof } from './proof-clock.ts'

// Broken streams would flood the output.
Log.setLevel(AV_LOG_QUIET)

const setup: WorkerSetup = JSON.parse(process.argv[2] ?? '{}')
if (setup.decoders) setDecoders(setup.decoders)
const clock = createClock()
// Until the hub says more.
clock.correct(clock.now(), clock.now(), false)
const runners = new Map<string, CameraRunner>()
/** Cameras whose runner must end before the next one may open the stream. */
const ending = new Map<string, Promise<void>>()
const proofs = new ProofClock()
const inference = new WorkerInferenceClient('own', (message) => send(message), clock)
const poser = new WorkerInferenceClient('pose', (message) => send(message), clock)
let networks: NetworkRules = { cidrs: [], isLoopbackAllowed: false }
/** When each camera's apps last raised an incident: snoozes go on while it is opened anew. */
const lastIncidents = new Map<string, Map<AlertAppCode, number>>()
/** The empty rooms, as this worker or an earlier one knew them. */
const backgrounds = new Map<string, RetainedBackground>()
/** Cameras that a person turned elsewhere. */
let away = new Set<string>()
/** Cameras that somebody watches, and in which rendition, also while they are opened anew. */
const watched = new Map<string, Set<LiveRendition>>()

const live = new LivePost((message, onLeft) => process.connected && process.send!(message, undefined, {}, onLeft))

function send(message: FromWorker): void {
  if (process.connected) process.send!(message)
}

/** Threads blocked inside FFmpeg would hold up an orderly exit for ever. */
function vanish(): void {
  process.kill(process.pid, 'SIGKILL')
}

function configure(cameras: DesiredCamera[], rules: NetworkRules): void {
  const areRulesNew = JSON.stringify(rules) !== JSON.stringify(networks)
  networks = rules
  const wanted = new Map(cameras.map((camera) => [camera.cameraId, camera]))
  for (const [cameraId, runner] of runners) {
    const settings = wanted.get(cameraId)
    if (settings && !areRulesNew && runner.configure(settings)) wanted.delete(cameraId)
    else end(cameraId, runner)
  }
  for (const settings of wanted.values()) start(settings)
}

function lastIncidentsOf(cameraId: string): Map<AlertAppCode, number> {
  const known = lastIncidents.get(cameraId) ?? new Map<AlertAppCode, number>()
  lastIncidents.set(cameraId, known)
  return known
}

/** What this worker knows itself is newer. */
function takeLastIncidents(earlier: LastIncidentsByCamera): void {
  for (const [cameraId, times] of earlier) {
    const known = lastIncidentsOf(cameraId)
    for (const [appCode, atMs] of times) known.set(appCode, Math.max(atMs, known.get(appCode) ?? atMs))
  }
}

function end(cameraId: string, runner: CameraRunner): void {
  runners.delete(cameraId)
  const ended = runner.stop().finally(() => ending.delete(cameraId))
  ending.set(cameraId, ended)
}

function start(settings: DesiredCamera): void {
  const begin = () => {
    const runner = new CameraRunner(settings, {
      setup,
      clock,
      networks,
      inference,
      poser,
      lastIncidents: lastIncidentsOf(settings.cameraId),
      background: backgrounds.get(settings.cameraId) ?? null,
      send: (message) => {
        if (message.type === 'background') backgrounds.set(message.cameraId, message.background)
        send(message)
      },
      sendLive: (event) => live.put(event),
    })
    runners.set(settings.cameraId, runner)
    runner.lookAway(away.has(settings.cameraId))
    for (const rendition of watched.get(settings.cameraId) ?? []) runner.liveStart(rendition)
  }
  const before = ending.get(settings.cameraId)
  if (before) void before.then(begin)
  else begin()
}

async function stop(): Promise<void> {
  await Promise.all([...runners.values()].map((runner) => runner.stop()))
  send({ type: 'stopped' })
}

async function answer({ askId, request }: Extract<ToWorker, { type: 'ask' }>): Promise<void> {
  const runner = runners.get(request.cameraId)
  const unknown = { code: 'camera-unknown', params: {} } as const
  send({ type: 'answer', askId, answer: runner ? await runner.answer(request) : { error: unknown } })
}

process.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'configure':
      inference.isReady = message.isModelReady
      poser.isReady = message.pose.isReady
      poser.isMissing = message.pose.isMissing
      takeLastIncidents(message.lastIncidents)
      away = new Set(message.away)
      for (const [cameraId, runner] of runners) runner.lookAway(away.has(cameraId))
      configure(message.cameras, message.networks)
      break
    case 'backgrounds':
      for (const [cameraId, background] of message.backgrounds) backgrounds.set(cameraId, background)
      break
    case 'live-start':
      watched.set(message.cameraId, (watched.get(message.cameraId) ?? new Set()).add(message.rendition))
      runners.get(message.cameraId)?.liveStart(message.rendition)
      break
    case 'live-stop':
      watched.get(message.cameraId)?.delete(message.rendition)
      runners.get(message.cameraId)?.liveStop(message.rendition)
      break
    case 'footage':
      runners.get(message.wanted.cameraId)?.footage(message.wanted)
      break
    case 'seen':
      ;(message.by === 'pose' ? poser : inference).answered(message)
      break
    case 'ask':
      void answer(message)
      break
    case 'clock':
      clock.correct(message.nowMs, message.sentAtMs, message.isConfirmed)
      break
    case 'stop':
      void stop()
  }
})
process.on('disconnect', vanish)

setInterval(() => {
  const nowMs = clock.now()
  for (const [cameraId, runner] of runners) {
    if (runner.check() && proofs.isDue(cameraId, nowMs)) send({ type: 'proof', proof: pathProof(cameraId, nowMs) })
  }
  const cameras = [...runners.values()].map((runner) => runner.counts)
  const rssBytes = process.memoryUsage.rss()
  send({ type: 'heartbeat', sentAtMs: clock.now(), workerPid: process.pid, rssBytes, cameras })
}, setup.limits.heartbeatMs)
