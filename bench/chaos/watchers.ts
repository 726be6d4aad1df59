/** Viewers of live video and recordings of the real hubs' cameras: consoles without a screen. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from '@mimamori/contract/client.ts'
import type { LiveNotice } from '@mimamori/contract/footage/live.ts'
import { readLiveHeader } from '@mimamori/contract/footage/live-header.ts'
import { findProgram } from '../part/programs.ts'

/** A longer distance of two frames is a gap. */
const GAP_MIN_MS = 1_000
/** After this silence a console considers the video lost and reopens it. */
const SILENCE_MS = 10_000
const AGAIN_MS = 500
const CALL_TIMEOUT_MS = 10_000
const FIRST_IMAGE_WITHIN_MS = 20_000

/** The time between two frames that one viewer saw; `atMs` of the first since the epoch. */
export type Gap = { atMs: number; lengthMs: number }

export type LiveWatch = { images: number; gaps: Gap[]; stop(): Promise<void> }

type Viewed = { url: string; token: string; cameraId: string }

/** Watches one camera until it is stopped; reopens the video whenever it ends. */
export function watchLive(viewed: Viewed): LiveWatch {
  const end = new AbortController()
  const watch: LiveWatch = { images: 0, gaps: [], stop }
  let lastMs: number | null = null
  const saw = () => {
    const nowMs = Date.now()
    if (lastMs !== null && nowMs - lastMs >= GAP_MIN_MS) watch.gaps.push({ atMs: lastMs, lengthMs: nowMs - lastMs })
    lastMs = nowMs
    watch.images++
  }
  const running = (async () => {
    while (!end.signal.aborted) {
      await viewOnce(viewed, saw, end.signal).catch(() => {})
      await pause(AGAIN_MS * (0.5 + Math.random()), undefined, { signal: end.signal }).catch(() => {})
    }
  })()
  async function stop() {
    end.abort()
    await running
    // A video that never returned counts as a gap as well.
    const silentMs = Date.now() - (lastMs ?? Date.now())
    if (lastMs !== null && silentMs >= SILENCE_MS) watch.gaps.push({ atMs: lastMs, lengthMs: silentMs })
  }
  return watch
}

/** Errors of cameras that show no frame at this address in time. */
export async function notLiveAt(
  { url, token }: Omit<Viewed, 'cameraId'>,
  cameraIds: readonly string[],
): Promise<string[]> {
  const problems = cameraIds.map(async (cameraId) => {
    const end = new AbortController()
    let [isShown, said] = [false, 'nothing']
    const see = () => {
      isShown = true
      end.abort()
    }
    const late = setTimeout(() => end.abort(), FIRST_IMAGE_WITHIN_MS)
    while (!end.signal.aborted) {
      said = await viewOnce({ url, token, cameraId }, see, end.signal).catch(wordsOf)
      if (!end.signal.aborted) await pause(AGAIN_MS)
    }
    clearTimeout(late)
    return isShown ? [] : [said]
  })
  return (await Promise.all(problems)).flat()
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** One socket with one ticket, until it ends or is silent; returns why. Throws if no ticket is issued. */
async function viewOnce({ url, token, cameraId }: Viewed, saw: () => void, signal: AbortSignal): Promise<string> {
  const call = createClient({ base: `${url}/api`, token: () => token })
  const patience = AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)])
  const { ticket } = await call('live.open', { params: { cameraId }, body: {} }, patience)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live/socket?ticket=${ticket}`)
  socket.binaryType = 'arraybuffer'
  const ended = Promise.withResolvers<string>()
  let said = 'no notice'
  const close = (why: string) => {
    socket.close()
    // A lost peer does not answer a close.
    ended.resolve(`${why} (${said})`)
  }
  const stop = () => close('stopped')
  const beSilent = () => setTimeout(() => close('silent'), SILENCE_MS)
  let silence = beSilent()
  signal.addEventListener('abort', stop, { once: true })
  socket.addEventListener('message', ({ data }) => {
    if (!(data instanceof ArrayBuffer)) {
      said = data
      if ((JSON.parse(data) as LiveNotice).type === 'ended') close('ended')
      return
    }
    if (readLiveHeader(new Uint8Array(data))?.isInit !== false) return
    clearTimeout(silence)
    silence = beSilent()
    saw()
  })
  for (const type of ['close', 'error'] as const) socket.addEventListener(type, () => close(type))
  const why = await ended.promise
  signal.removeEventListener('abort', stop)
  clearTimeout(silence)
  return why
}

export type OpenedRecordings = {
  recordings: number
  /** Why recordings could not be fetched, or not completely decoded. */
  unreadable: string[]
  /** The recorded share of the time between the first and the last frame of each camera. */
  recordedShare: number
}

/** Fetches and decodes every recording of these cameras through the instance at this address. */
export async function openRecordings(
  { url, token }: Omit<Viewed, 'cameraId'>,
  cameraIds: string[],
  folder: string,
): Promise<OpenedRecordings> {
  const call = createClient({ base: `${url}/api`, token: () => token })
  const ffmpeg = findProgram('ffmpeg', process.env.FFMPEG, 'apt-get install ffmpeg, or its path in FFMPEG')
  const { records } = await call('recording.search', { query: {}, body: { cameraIds } })
  const unreadable: string[] = []
  for (const { id } of records) {
    const { downloadUrl } = await call('recording.get', { params: { id } })
    const problem = await problemOf(new URL(downloadUrl, url), join(folder, `${id}.mp4`), ffmpeg)
    if (problem) unreadable.push(problem)
  }
  const spans = [...Map.groupBy(records, ({ cameraId }) => cameraId).values()].map((of) => {
    const [from, to] = [
      of.map(({ startedAt }) => startedAt).sort()[0]!,
      of
        .map(({ endedAt }) => endedAt)
        .sort()
        .at(-1)!,
    ]
    return Date.parse(to) - Date.parse(from)
  })
  const recordedMs = records.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const spannedMs = spans.reduce((sum, span) => sum + span, 0)
  return { recordings: records.length, unreadable, recordedShare: recordedMs / spannedMs }
}

/** Null if it is fetched completely and decoded without an error. */
async function problemOf(url: URL, file: string, ffmpeg: string): Promise<string | null> {
  const answer = await fetch(url)
  if (!answer.ok) return `${answer.status} ${await answer.text()}`
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const decode = ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-']
  return promisify(execFile)(ffmpeg, decode).then(
    ({ stderr }) => stderr || null,
    (error: Error) => error.message,
  )
}
