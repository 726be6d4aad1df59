/** One moment of a scene as a JPEG. */
import { Scaler } from 'node-av/api'
import { Rational } from 'node-av/lib'
import type { FrameLabels } from './labels.ts'
import type { Scene } from './scene.ts'
import { frameOf } from './scene-encoder.ts'

export type Still = { jpeg: Buffer; labels: FrameLabels }
/** `width` of the JPEG in pixels, 16:9. `withBoxes` draws a thin box around each person. `quality` 1..100. */
export type StillOptions = { width?: number; quality?: number; withBoxes?: boolean }

/** Draws and packs a moment; takes some 5 ms. */
export async function renderStill(
  scene: Scene,
  atMs: number,
  { width = 480, quality = 82, withBoxes = false }: StillOptions = {},
): Promise<Still> {
  const { planes, labels } = scene.drawFrame(atMs)
  if (withBoxes) for (const { box } of labels.people) outline(planes, scene, box)
  const frame = frameOf(planes, scene, new Rational(1, 10))
  try {
    const jpeg = await new Scaler().toJpeg(frame, { resize: { width, height: (width * 9) / 16 }, quality })
    return { jpeg, labels }
  } finally {
    frame.free()
  }
}

const BOX_LUMA = 210

function outline(
  planes: Uint8Array,
  { width, height }: Scene,
  box: { x: number; y: number; width: number; height: number },
): void {
  const left = Math.floor(box.x * width)
  const top = Math.floor(box.y * height)
  const right = Math.min(width - 2, Math.floor((box.x + box.width) * width))
  const bottom = Math.min(height - 2, Math.floor((box.y + box.height) * height))
  for (let x = left; x <= right; x++)
    for (const y of [top, top + 1, bottom, bottom + 1]) planes[y * width + x] = BOX_LUMA
  for (let y = top; y <= bottom; y++)
    for (const x of [left, left + 1, right, right + 1]) planes[y * width + x] = BOX_LUMA
}
