// A film for tests of privacy: a room with a checkered frame on its wall, and a person in checkered clothes who comes in,
// walks and then stands still. Checkers that are found in a frame prove that it shows the original.
import { writeFile } from 'node:fs/promises'
import { Scaler } from 'node-av/api'
import { AV_CODEC_ID_MJPEG } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { progressiveMp4 } from '#mp4/mp4.ts'
import { sampleData, TIMESCALE, trackFrom } from '#mp4/mp4-box.ts'
import { ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import { ImageEncoder } from '#pipeline/frame/image-encoder.ts'
import { capturedFrame } from '#pipeline/frame/own-frame.ts'
import { openFile } from '#pipeline/ingest/video-file.ts'

const WIDTH = 640
const HEIGHT = 360
const FPS = 10
const SECONDS = 12
/** The person is there from this second on, and stands still from the second one on. */
const COMES_AT = 5
const STANDS_AT = 7
const CHECKER = 6
const DARK = 40
const BRIGHT = 220

type Box = { x: number; y: number; width: number; height: number }
/** The frame on the wall, in pixels of the film. */
export const WALL_IMAGE: Box = { x: 40, y: 40, width: 120, height: 120 }
/** A slightly larger outline in shares, for a mask. */
export const WALL_IMAGE_CORNERS = [
  { x: 0.05, y: 0.1 },
  { x: 0.26, y: 0.1 },
  { x: 0.26, y: 0.46 },
  { x: 0.05, y: 0.46 },
]
/** Where the person stands still at the end. */
export const STANDING: Box = { x: 400, y: 150, width: 72, height: 180 }

function personAt(second: number): Box | null {
  if (second < COMES_AT) return null
  const walked = Math.min(1, (second - COMES_AT) / (STANDS_AT - COMES_AT))
  return { ...STANDING, x: Math.round((220 + (STANDING.x - 220) * walked) / CHECKER) * CHECKER }
}

/** Writes the film as H.264 in MP4, twelve seconds at ten frames a second. */
export async function writeMarkedFilm(path: string): Promise<void> {
  const encoder = await ImageEncoder.open({ width: WIDTH, height: HEIGHT })
  const samples = []
  let head: Buffer = Buffer.alloc(0)
  for (let i = 0; i < FPS * SECONDS; i++) {
    const frame = capturedFrame({ width: WIDTH, height: HEIGHT, data: draw(i / FPS) }, (i * 1000) / FPS)
    const isKey = i % FPS === 0
    const annexB = await encoder.encode(frame, isKey)
    frame.free()
    if (i === 0) head = annexB
    const duration = TIMESCALE / FPS
    samples.push({ data: sampleData(annexB), isKey, time: i * duration, duration, showAfter: 0 })
  }
  encoder.close()
  await writeFile(path, progressiveMp4(trackFrom(head)!, samples))
}

function draw(second: number): Buffer {
  const pixels = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128)
  for (let y = 0; y < HEIGHT; y++) pixels.fill(110 + (y * 40) / HEIGHT, y * WIDTH, (y + 1) * WIDTH)
  for (const box of [WALL_IMAGE, personAt(second)]) {
    if (!box) continue
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) pixels[y * WIDTH + x] = isBright(x, y) ? BRIGHT : DARK
    }
  }
  return pixels
}

const isBright = (x: number, y: number) => (Math.floor(x / CHECKER) + Math.floor(y / CHECKER)) % 2 === 0

/** Luma of a frame in any size. */
export type Luma = { width: number; height: number; data: Uint8Array }

/** Share of the checkers in that place of the frame: 1 as drawn, 0 none. */
export function checkersIn({ width, height, data }: Luma, box: Box): number {
  let count = 0
  let sum = 0
  let product = 0
  let signs = 0
  for (let y = 0; y < height; y++) {
    const filmY = ((y + 0.5) * HEIGHT) / height
    if (filmY < box.y || filmY >= box.y + box.height) continue
    for (let x = 0; x < width; x++) {
      const filmX = ((x + 0.5) * WIDTH) / width
      if (filmX < box.x || filmX >= box.x + box.width) continue
      const sign = isBright(filmX, filmY) ? 1 : -1
      const value = data[y * width + x]!
      count++
      sum += value
      signs += sign
      product += value * sign
    }
  }
  return (product - (sum * signs) / count) / count / ((BRIGHT - DARK) / 2)
}

/** Brightness and contrast (standard deviation) in that place. */
export function flatnessOf({ width, height, data }: Luma, box: Box): { mean: number; deviation: number } {
  const values: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [filmX, filmY] = [((x + 0.5) * WIDTH) / width, ((y + 0.5) * HEIGHT) / height]
      const isIn = filmX >= box.x && filmX < box.x + box.width && filmY >= box.y && filmY < box.y + box.height
      if (isIn) values.push(data[y * width + x]!)
    }
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  return { mean, deviation }
}

/** Every frame of a video file. */
export async function lumasOf(path: string): Promise<Luma[]> {
  const source = await openFile(path, new AbortController().signal)
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  const lumas: Luma[] = []
  for await (const packet of source) {
    for (const { frame } of await decoder.decode(packet, packet.ptsUs / 1000, () => true)) lumas.push(lumaOf(frame))
  }
  decoder.close()
  await source.close()
  return lumas
}

export async function lumaOfJpeg(jpeg: Buffer): Promise<Luma> {
  const codec = Codec.findDecoder(AV_CODEC_ID_MJPEG)!
  const context = new CodecContext()
  context.allocContext3(codec)
  await context.open2(codec)
  const packet = new Packet()
  packet.alloc()
  packet.data = jpeg
  const frame = new Frame()
  frame.alloc()
  await context.sendPacket(packet)
  context.receiveFrameSync(frame)
  packet.free()
  const luma = lumaOf(frame)
  context.freeContext()
  return luma
}

/** Frees the frame. */
export function lumaOf(frame: Frame): Luma {
  const { width, height } = frame
  const scaler = new Scaler()
  const data = Uint8Array.from(scaler.toBufferSync(frame, { format: 'gray' }))
  scaler.close()
  frame.free()
  return { width, height, data }
}
