/**
 * Detects faces with YuNet (W. Wu et al., 2023; MIT, in OpenCV's zoo): an independent model, so that our own code does not
 * evaluate the remaining faces. The user provides its file and the ONNX runtime. CAM-09.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** In shares of the frame, with the model's own confidence, 0 to 1. */
export type Face = { x: number; y: number; width: number; height: number; score: number }
export type FaceFinder = (jpeg: Buffer) => Promise<Face[]>

type Answer = Record<string, { data: Float32Array }>
type Runtime = {
  InferenceSession: { create(path: string, options: object): Promise<{ run(feeds: object): Promise<Answer> }> }
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => unknown
}

/** The strides in pixels of the model's three grids. */
const STEPS = [8, 16, 32]
/** Longer side of the model's input in pixels: a face of 12 pixels in a frame of 640 is 24, which it detects. */
const SIDE = 1280
/** Minimum score. Half of OpenCV's own demo, so that a doubtful face counts as left. */
const SCORE_MIN = 0.5
/** Two boxes whose overlap is this share of their union are one face. */
const SAME_SHARE = 0.3

/** The pixels of a JPEG, RGBA. */
export async function pixelsOf(jpeg: Buffer) {
  const image = await loadImage(jpeg)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height)
}

/** `model`: the file `face_detection_yunet_*.onnx` of any input size. `runtime`: a folder in which `onnxruntime-node` is installed. */
export async function openFaceFinder(model: string, runtime: string): Promise<FaceFinder> {
  const { InferenceSession, Tensor } = createRequire(join(runtime, 'package.json'))('onnxruntime-node') as Runtime
  const session = await InferenceSession.create(model, { logSeverityLevel: 4 })
  return async (jpeg) => {
    const image = await loadImage(jpeg)
    const scale = SIDE / Math.max(image.width, image.height)
    const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)]
    const columns = Math.ceil(width / 32) * 32
    const rows = Math.ceil(height / 32) * 32
    const canvas = createCanvas(columns, rows)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0, width, height)
    const input = planesOf(context.getImageData(0, 0, columns, rows).data)
    const answer = await session.run({ input: new Tensor('float32', input, [1, 3, rows, columns]) })
    const found = STEPS.flatMap((step) => facesOf(answer, step, columns))
    return distinct(found).map((face) => inShares(face, width, height))
  }
}

/** Blue, green and red planes, 0 to 255, as in the model's training. */
function planesOf(rgba: Uint8ClampedArray): Float32Array {
  const pixels = rgba.length / 4
  const planes = new Float32Array(pixels * 3)
  for (let i = 0; i < pixels; i++) {
    for (const plane of [0, 1, 2]) planes[plane * pixels + i] = rgba[i * 4 + 2 - plane]!
  }
  return planes
}

/** Each place of a grid has a score, the center relative to the place in steps, and the sides as powers of e. */
function facesOf(answer: Answer, step: number, width: number): Face[] {
  const [sure, there, box] = ['cls', 'obj', 'bbox'].map((name) => answer[`${name}_${step}`]!.data)
  const columns = width / step
  const faces: Face[] = []
  for (let i = 0; i < sure!.length; i++) {
    const score = Math.sqrt(clamp(sure![i]!) * clamp(there![i]!))
    if (score < SCORE_MIN) continue
    const [right, down, wide, high] = box!.subarray(i * 4, i * 4 + 4)
    const [w, h] = [Math.exp(wide!) * step, Math.exp(high!) * step]
    const x = ((i % columns) + right!) * step - w / 2
    const y = (Math.floor(i / columns) + down!) * step - h / 2
    faces.push({ x, y, width: w, height: h, score })
  }
  return faces
}

/** By descending score; a box that overlaps one with a higher score is the same face. */
function distinct(found: readonly Face[]): Face[] {
  const faces: Face[] = []
  for (const face of found.toSorted((a, b) => b.score - a.score)) {
    if (!faces.some((one) => sharedShare(one, face) > SAME_SHARE)) faces.push(face)
  }
  return faces
}

/** Intersection over union of two boxes, 0 to 1. */
export function sharedShare(a: Omit<Face, 'score'>, b: Omit<Face, 'score'>): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const shared = Math.max(0, wide) * Math.max(0, high)
  return shared / (a.width * a.height + b.width * b.height - shared)
}

function inShares({ x, y, width, height, score }: Face, across: number, down: number): Face {
  return { x: x / across, y: y / down, width: width / across, height: height / down, score }
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))
