/** Watches a film as the hub watches a camera, and keeps every frame that leaves, for tests of privacy. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { isSmallRendition, LIVE_RENDITIONS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import { expect } from 'vitest'
import type { Look } from '#pipeline/frame/image-painter.ts'
import { CameraFlow } from '#pipeline/ingest/camera-flow.ts'
import { FrameClock } from '#pipeline/ingest/frame-clock.ts'
import { openCamera } from '#pipeline/ingest/source.ts'
import type {
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  IncidentMessage,
  LiveInitMessage,
  LiveMessage,
  RecordingMessage,
  RunMessage,
} from '#pipeline/worker-message.ts'
import { Heard, sorted } from './heard.ts'
import { type Luma, lumaOfJpeg, lumasOf } from './marked-film.ts'
import { LOOPBACK, wantedCamera } from './wanted-camera.ts'

const nobody = { username: null, password: null }

/** Everything that left of one camera: every frame of every kind. */
type Left = {
  live: Luma[]
  liveSnapshot: Luma[]
  blurred: Luma[]
  blurredSnapshot: Luma[]
  clip: Luma[]
  recording: Luma[]
  snapshot: Luma[]
  thumbnail: Luma[]
}
export type WatchedCamera = {
  left: Left
  blurredThumbnail: Luma | null
  /** The clip's copy for those who may see people blurred alone. */
  copy: Luma[]
  alerts: AlertRaised[]
  runs: RunMessage[]
  failed: ClipFailedMessage[]
  /** What was sent after the settings changed. */
  after: Luma[]
  /** What was recorded as taken, and what under settings that hide people. */
  recordedClear: Luma[]
  recordedHidden: Luma[]
}

/** One camera from the first frame of the film to its last. `later`: its settings from the sixth second on. */
export async function watchFilm(
  { url, folder }: { url: string; folder: string },
  name: string,
  look: Look,
  later?: Look,
): Promise<WatchedCamera> {
  const spoolDir = join(folder, name)
  const heard = {
    incidents: new Heard<IncidentMessage>(),
    clips: new Heard<ClipMessage>(),
    failed: new Heard<ClipFailedMessage>(),
    frames: new Heard<FrameMessage>(),
    live: new Heard<LiveInitMessage | LiveMessage>(),
    recording: new Heard<RecordingMessage>(),
  }
  const motion = { pixelChangePercent: 0.5, motionDurationSeconds: 0.4, snoozeSeconds: 60 }
  const wanted = { clipAfterSeconds: 4, snapshotEverySeconds: 1, recording: { schedule: null }, privacy: look }
  const settings = wantedCamera(name, url, { ...wanted, hasBlurredClips: true }, motion)
  const flow = new CameraFlow(settings, {
    spoolDir,
    now: Date.now,
    captureClock: new FrameClock(),
    emit: sorted({
      incident: heard.incidents.put,
      clip: heard.clips.put,
      'clip-failed': heard.failed.put,
      ...{ run: heard.recording.put, segment: heard.recording.put, pause: heard.recording.put },
      frame: heard.frames.put,
      warning: ({ message }) => expect.fail(message),
    }),
    live: {
      onLiveInit: heard.live.put,
      onLive: (image) => {
        heard.live.put(image)
        return true
      },
    },
  })
  const signal = new AbortController().signal
  for (const rendition of LIVE_RENDITIONS) if (!isSmallRendition(rendition)) flow.liveStart(rendition)
  const running = flow.run(await openCamera(url, nobody, LOOPBACK, signal), signal)
  const ended = expect(running).rejects.toMatchObject({ reason: { code: 'ended' } })
  let [liveBefore, snapshotsBefore] = [0, 0]
  if (later) {
    await heard.incidents.first(() => true)
    flow.configure({ ...settings, privacy: later })
    liveBefore = heard.live.all.length
    snapshotsBefore = heard.frames.all.length
    // Somebody begins to watch right after.
    for (const rendition of ['clear', 'clear-snapshots'] as const) {
      flow.liveStop(rendition)
      flow.liveStart(rendition)
    }
  }
  await ended
  const live = (rendition: LiveRendition, from: number) => played(spoolDir, heard.live.all.slice(from), rendition)
  const liveSnapshots = (rendition: LiveRendition, from: number) => {
    const sent = heard.live.all.slice(from).filter((message) => message.rendition === rendition)
    return Promise.all(sent.flatMap((message) => ('parts' in message ? message.parts.map(lumaOfJpeg) : [])))
  }
  const snapshots = (from: number) => Promise.all(heard.frames.all.slice(from).map(({ jpeg }) => lumaOfJpeg(jpeg)))
  const [alert] = alertsOf(heard.incidents)
  const thumbnail = alert?.thumbnail ? [await lumaOfJpeg(bytesOf(alert.thumbnail))] : []
  const copies = alert?.hasBlurredClip ? [await heard.clips.first(({ isBlurred }) => isBlurred)] : []
  const clips = heard.clips.all.filter(({ isBlurred }) => !isBlurred)
  const images = async (of: ClipMessage[]) => (await Promise.all(of.map(({ path }) => lumasOf(path)))).flat()
  const runs = heard.recording.all.filter(({ type }) => type === 'run') as RunMessage[]
  const recordedOf = async (isClear: boolean) =>
    (
      await Promise.all(
        runs.filter(({ people }) => (people === 'clear') === isClear).map((run) => recorded(spoolDir, run)),
      )
    ).flat()
  const [recordedClear, recordedHidden] = [await recordedOf(true), await recordedOf(false)]
  const blurredThumbnail = alert?.blurredThumbnail ? await lumaOfJpeg(bytesOf(alert.blurredThumbnail)) : null
  return {
    left: {
      live: await live('clear', 0),
      blurred: await live('blurred', 0),
      liveSnapshot: await liveSnapshots('clear-snapshots', 0),
      blurredSnapshot: await liveSnapshots('blurred-snapshots', 0),
      clip: await images(clips),
      recording: [...recordedClear, ...recordedHidden],
      snapshot: await snapshots(0),
      thumbnail,
    },
    blurredThumbnail,
    copy: await images(copies),
    alerts: alertsOf(heard.incidents),
    runs,
    failed: heard.failed.all,
    after: [
      ...(await live('clear', liveBefore)),
      ...(await liveSnapshots('clear-snapshots', liveBefore)),
      ...(await snapshots(snapshotsBefore)),
    ],
    recordedClear,
    recordedHidden,
  }
}

const alertsOf = ({ all }: Heard<IncidentMessage>) => all.map(({ alert }) => alert)
const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

/** What a viewer's browser would have shown. */
async function played(dir: string, messages: (LiveInitMessage | LiveMessage)[], rendition: LiveRendition) {
  const films: Buffer[][] = []
  for (const message of messages) {
    if (message.rendition !== rendition) continue
    if ('init' in message) films.push([message.init])
    else films.at(-1)?.push(...message.parts)
  }
  const lumas: Luma[] = []
  for (const [i, parts] of films.entries()) {
    if (parts.length < 2) continue
    const path = join(dir, `live-${rendition}-${messages.length}-${i}.mp4`)
    await writeFile(path, Buffer.concat(parts))
    lumas.push(...(await lumasOf(path)))
  }
  return lumas
}

/** Every frame of a run that lies on the disk. */
async function recorded(dir: string, { cameraId, runId }: RunMessage): Promise<Luma[]> {
  const folder = join(dir, 'recordings', cameraId, runId)
  const names = (await readdir(folder)).sort()
  const init = names.find((name) => name.startsWith('init'))!
  const segments = names.filter((name) => name !== init)
  const parts = await Promise.all([init, ...segments].map((name) => readFile(join(folder, name))))
  const path = join(dir, `${runId}.mp4`)
  await writeFile(path, Buffer.concat(parts))
  return lumasOf(path)
}
