/**
 * Makes a film of a clip as a camera could have sent it: eight seconds of the empty room, so that the background is
 * learned, the last of which dissolves into the clip, then the clip, then ten seconds of its last frame. REAL-01.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bitrateOf, type Condition, filterOf } from './conditions.ts'
import { emptyOf, fitLight, type Rgb } from './empty-room.ts'
import type { FoundClip, Room } from './manifest.ts'

const LEAD_S = 8
/** Nobody enters a room within one frame: a cut would look like a lamp, and the person would become background. */
const DISSOLVE_S = 1
const TAIL_S = 10
/** Minimum length of a film that begins with its clip; a short clip is repeated, because its camera is static. */
const SHORTEST_S = 20
/** Frame rate of the films: enough for five analyzed frames a second, and common among cameras. */
const RATE = 15
/** Frames of each clip for the empty room. */
const SAMPLES = 12
const SENSOR_NOISE = 'noise=alls=5:allf=t:all_seed=3'

/** Computed once for each room, because its clips share it. */
const empties = new Map<string, Promise<Rgb>>()

/** `clipS`: length of the clip itself, `leadS`: of the part before it, `filmS`: of the whole, seconds. */
export type Film = { path: string; clipS: number; leadS: number; filmS: number }

/** The film in `folder`; an existing one is reused. Requires `ffmpeg` and `ffprobe` on the PATH. */
export async function prepare(found: FoundClip, condition: Condition, folder: string): Promise<Film> {
  const clipS = await durationOf(found.path)
  const words = [
    found.clip.sha256,
    condition,
    filterOf(condition),
    bitrateOf(condition),
    found.emptyFrom?.join() ?? '',
    LEAD_S,
    DISSOLVE_S,
    TAIL_S,
    RATE,
    ...(found.room.emptyRank === undefined ? [] : [found.room.emptyRank]),
  ]
  const name = createHash('sha256').update(words.join('|')).digest('hex').slice(0, 24)
  const path = join(folder, `${name}.mp4`)
  const leadS = leadOf(found, clipS)
  const film = { path, clipS, leadS, filmS: leadS + clipS + (found.emptyFrom ? TAIL_S : 0) }
  if (existsSync(path)) return film
  mkdirSync(folder, { recursive: true })
  const half = join(folder, `${name}.part.mp4`)
  await encode(found, condition, half, timesOf(clipS))
  renameSync(half, path)
  return film
}

/** How often a clip is repeated in a film that begins with it. */
function timesOf(clipS: number): number {
  return Math.ceil(Math.max(1, SHORTEST_S / clipS))
}

/** In a repeated clip the last repetition counts: its events happen each time. */
function leadOf({ emptyFrom }: Pick<FoundClip, 'emptyFrom'>, clipS: number): number {
  return emptyFrom ? LEAD_S : clipS * (timesOf(clipS) - 1)
}

async function encode(found: FoundClip, condition: Condition, target: string, times: number): Promise<void> {
  const { path, room, emptyFrom } = found
  const clip = `[0:v]${cropOf(room)},fps=${RATE}`
  const kbps = bitrateOf(condition)
  const bitrate =
    kbps === null ? ['-crf', '20'] : ['-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps * 2}k`]
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '0', '-g', String(RATE * 2), ...bitrate]
  const finish = `${filterOf(condition)},format=yuv420p[film]`
  if (!emptyFrom) {
    const repeated = ['-stream_loop', String(times - 1), '-i', path]
    await run('ffmpeg', [...repeated, '-filter_complex', `${clip},${finish}`, '-map', '[film]', ...codec, target])
    return
  }
  const empty = await emptyRoom(path, room, emptyFrom)
  const { width, height } = empty
  const still = `${target}.rgb`
  writeFileSync(still, empty.data)
  const lead = `[1:v]loop=loop=${LEAD_S * RATE}:size=1,fps=${RATE},trim=duration=${LEAD_S},${SENSOR_NOISE},setsar=1[lead]`
  // The last frame is repeated with a camera's noise, as the lead is.
  const snapshots = `tpad=start_mode=clone:start_duration=${DISSOLVE_S}:stop_mode=clone:stop_duration=${TAIL_S}`
  const held = `${clip},scale=${width}:${height},${snapshots},setsar=1[clip]`
  const dissolve = `xfade=duration=${DISSOLVE_S}:offset=${LEAD_S - DISSOLVE_S}`
  const graph = `${lead};${held};[lead][clip]${dissolve},${finish}`
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(RATE), '-i', still]
  await run('ffmpeg', ['-i', path, ...raw, '-filter_complex', graph, '-map', '[film]', ...codec, target])
  rmSync(still)
}

/** The empty frame of a room's clips in the light of the clip at `path`. */
async function emptyRoom(path: string, room: Room, emptyFrom: readonly string[]): Promise<Rgb> {
  const key = emptyFrom.join()
  const empty = empties.get(key) ?? emptyImage(room, emptyFrom)
  empties.set(key, empty)
  const [first] = await framesOf(path, cropOf(room), 1)
  if (!first) throw new Error(`${path} has no frame`)
  return fitLight(await empty, first)
}

async function emptyImage(room: Room, emptyFrom: readonly string[]): Promise<Rgb> {
  const images: Rgb[] = []
  for (const file of emptyFrom) {
    const rate = SAMPLES / (await durationOf(file))
    images.push(...(await framesOf(file, `${cropOf(room)},fps=${rate}`, SAMPLES)))
  }
  return emptyOf(images, room.emptyRank)
}

/** The encoder requires even width and height. */
function cropOf({ crop }: Room): string {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  return `crop=floor(iw*${width}/2)*2:floor(ih*${height}/2)*2:iw*${x}:ih*${y}`
}

async function framesOf(path: string, filter: string, most: number): Promise<Rgb[]> {
  const scaled = `${filter},format=rgb24`
  const size = await run('ffmpeg', [
    '-i',
    path,
    '-vf',
    `${filter},format=gray`,
    '-frames:v',
    '1',
    '-f',
    'image2pipe',
    '-c:v',
    'pgm',
    '-',
  ])
  const [, width, height] = /^P5\s+(\d+)\s+(\d+)/.exec(size.subarray(0, 40).toString('latin1'))!.map(Number)
  const bytes = await run('ffmpeg', ['-i', path, '-vf', scaled, '-frames:v', String(most), '-f', 'rawvideo', '-'])
  const length = width! * height! * 3
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, i) => {
    return { width: width!, height: height!, data: bytes.subarray(i * length, (i + 1) * length) }
  })
}

/** Frame rate of a film, from its metadata. Requires `ffprobe` on the PATH. */
export async function framesPerSecondOf(path: string): Promise<number> {
  const stream = ['-select_streams', 'v:0', '-show_entries', 'stream=avg_frame_rate', '-of', 'csv=p=0', path]
  const [frames, seconds = 1] = (await run('ffprobe', stream)).toString().split('/').map(Number)
  return frames! / seconds
}

async function durationOf(path: string): Promise<number> {
  const text = await run('ffprobe', ['-show_entries', 'format=duration', '-of', 'csv=p=0', path])
  return Number(text.toString())
}

async function run(program: 'ffmpeg' | 'ffprobe', args: string[]): Promise<Buffer> {
  const quiet = program === 'ffmpeg' ? ['-v', 'error', '-y', '-nostdin'] : ['-v', 'error']
  const child = spawn(program, [...quiet, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  if (code !== 0) throw new Error(`${program} failed: ${errors.slice(-800)}`)
  return Buffer.concat(chunks)
}
