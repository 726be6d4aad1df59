/** The blanket of a bed: a cloth over the mattress and a person under it, drawn as a net of small triangles. */

import { project } from '../base/camera.ts'
import { type Easel, inside, touch } from '../base/easel.ts'
import { type Color, cloud, times } from '../base/material.ts'
import { cross, dot, sub, unit, type Vec } from '../base/vector.ts'
import { BED } from '../room/furniture.ts'
import type { BedFrame } from '../room/room.ts'
import { lightAt, type RoomLight, seenColor, tone } from '../room/shade.ts'
import type { Body } from './body.ts'

/** `topM`: where its upper edge lies, in metres from the head of the bed; `shift`: pushed towards the exit side (-) or the wall (+). */
type BlanketState = { topM: number; shift: number }
export type Cloth = { color: Color; stripe: Color }

const ACROSS = 30
const ALONG = 40
const HANG_M = 0.24

type Net = { points: Vec[]; colors: Color[]; columns: number; rows: number }

/** Draws the blanket; `body` lies under it or is null. Draw the sleeper first. */
export function drawBlanket(
  easel: Easel,
  bed: BedFrame,
  state: BlanketState,
  cloth: Cloth,
  body: Body | null,
  light: RoomLight,
): void {
  const net = netOf(bed, state, body)
  colorNet(easel, net, cloth, light)
  const { columns, rows, points, colors } = net
  const seen = points.map((point) => project(easel.camera, point))
  for (let j = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i
      const [b, c, d] = [a + 1, a + columns, a + columns + 1]
      triangle(easel, [seen[a]!, seen[b]!, seen[c]!], [colors[a]!, colors[b]!, colors[c]!])
      triangle(easel, [seen[b]!, seen[d]!, seen[c]!], [colors[b]!, colors[d]!, colors[c]!])
    }
}

/** Round parts of the body in bed coordinates, as they lift the cloth. */
type Lump = { a: Vec; b: Vec; radius: number }

function netOf(bed: BedFrame, state: BlanketState, body: Body | null): Net {
  const lumps = body ? lumpsOf(bed, body) : []
  const end = BED.lengthM + 0.02
  const half = BED.widthM / 2 + 0.012
  const points: Vec[] = []
  for (let j = 0; j <= ALONG; j++) {
    // The first rows are the edge turned back: a roll.
    const along = state.topM + ((end - state.topM) * Math.max(0, j - 2)) / (ALONG - 2)
    const roll = j === 0 ? 0.4 : j === 1 ? 1 : j <= 4 ? 0.85 : j <= 6 ? 0.3 : 0
    const gathered =
      state.topM > 1 ? (state.topM - 1) * 0.16 * Math.exp(-(((along - state.topM - 0.22) / 0.22) ** 2)) : 0
    for (let i = 0; i <= ACROSS; i++) {
      const across = ((i / ACROSS) * 2 - 1) * (half + HANG_M)
      const over = Math.max(0, Math.abs(across) - half)
      const wave = 0.018 * Math.sin(along * 9 + Math.sign(across) * 2) * (over / HANG_M)
      const flat = Math.sign(across) * Math.min(Math.abs(across), half + wave + over * 0.06) + state.shift * 0.1
      const wrinkle =
        0.02 * cloud(along * 6 + 3, across * 6 + 7) + gathered * (0.7 + 0.6 * cloud(along * 9, across * 7))
      const lifted = over > 0 ? 0 : lift(lumps, flat, along) * Math.min(1, (half - Math.abs(across)) / 0.12 + 0.25)
      const height = BED.topM + 0.03 + 0.03 * roll + wrinkle + lifted - over * 1.02
      points.push(bed.from(flat, along - (j === 0 ? 0.015 : 0), Math.max(0.12, height - (j === 0 ? 0.03 : 0))))
    }
  }
  return { points, colors: [], columns: ACROSS + 1, rows: ALONG + 1 }
}

function lumpsOf(bed: BedFrame, body: Body): Lump[] {
  const origin = bed.from(0, 0, 0)
  const toExit = sub(bed.from(1, 0, 0), origin)
  const toFoot = sub(bed.from(0, 1, 0), origin)
  const local = (point: Vec): Vec => {
    const way = sub(point, origin)
    return [dot(way, toExit), dot(way, toFoot), point[2]]
  }
  const lump = (from: Vec, to: Vec, radius: number): Lump => ({ a: local(from), b: local(to), radius })
  const sits = body.chest[2] - body.pelvis[2] > 0.2
  const trunk = [
    lump(body.chest, body.pelvis, 0.15),
    lump(body.shoulderL, body.hipL, 0.1),
    lump(body.shoulderR, body.hipR, 0.1),
  ]
  return [
    ...(sits ? [] : trunk),
    lump(body.hipL, body.kneeL, 0.09),
    lump(body.kneeL, body.ankleL, 0.07),
    lump(body.hipR, body.kneeR, 0.09),
    lump(body.kneeR, body.ankleR, 0.07),
  ]
}

/** How high the cloth is over the mattress: over each lump a bell, and of all the highest. */
function lift(lumps: readonly Lump[], across: number, along: number): number {
  let most = 0
  for (const { a, b, radius } of lumps) {
    const dx = b[0] - a[0]
    const dy = b[1] - a[1]
    const t = Math.max(0, Math.min(1, ((across - a[0]) * dx + (along - a[1]) * dy) / (dx * dx + dy * dy || 1e-6)))
    const away = Math.hypot(across - a[0] - dx * t, along - a[1] - dy * t)
    const top = Math.min(0.33, a[2] + (b[2] - a[2]) * t + radius - BED.topM)
    const height = top * Math.exp(-((away / (radius * 2.2)) ** 2))
    const k = 0.05
    const h = Math.max(0, Math.min(1, 0.5 + (0.5 * (height - most)) / k))
    most = most + (height - most) * h + k * h * (1 - h)
  }
  return Math.max(0, most - 0.02)
}

function colorNet(easel: Easel, net: Net, cloth: Cloth, light: RoomLight): void {
  const { points, columns, rows } = net
  const here = lightAt(light, easel.camera, points[(rows >> 1) * columns + (columns >> 1)]!)
  const { camera } = easel
  const base = seenColor(cloth.color, here)
  const stripe = seenColor(cloth.stripe, here)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const at = (u: number, v: number) =>
        points[Math.max(0, Math.min(rows - 1, v)) * columns + Math.max(0, Math.min(columns - 1, u))]!
      const n = unit(cross(sub(at(i + 1, j), at(i - 1, j)), sub(at(i, j + 1), at(i, j - 1))))
      // Cloth has two sides: the one that the camera sees is lit.
      const out = dot(n, sub(at(i, j), camera.at)) > 0 ? ([-n[0], -n[1], -n[2]] as Vec) : n
      const seen: Vec = [dot(out, camera.right), dot(out, camera.up), dot(out, camera.forward)]
      const up = 0.5 + 0.5 * dot(seen, here.toSky)
      const facing = dot(seen, here.toKey)
      const lit = Math.max(0, (facing + 0.2) / 1.2)
      const hang = Math.max(0.45, Math.min(1, points[j * columns + i]![2] / 0.45))
      const color = j <= 4 ? times(base, 1.22) : Math.floor(j / 3) % 3 === 0 ? stripe : base
      const k = hang * (0.94 + 0.12 * cloud(i * 0.9, j * 0.9))
      net.colors.push(
        [0, 1, 2].map(
          (c) => color[c]! * k * (here.ground[c]! + (here.sky[c]! - here.ground[c]!) * up + here.key[c]! * lit),
        ) as unknown as Color,
      )
    }
}

type Corner = { x: number; y: number; depth: number }

function triangle(easel: Easel, [a, b, c]: [Corner, Corner, Corner], [ca, cb, cc]: [Color, Color, Color]): void {
  if (Math.min(a.depth, b.depth, c.depth) < 0.2) return
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  if (Math.abs(area) < 1e-6) return
  const patch = inside(easel.camera, {
    left: Math.min(a.x, b.x, c.x) - 0.5,
    right: Math.max(a.x, b.x, c.x) + 0.5,
    top: Math.min(a.y, b.y, c.y) - 0.5,
    bottom: Math.max(a.y, b.y, c.y) + 0.5,
  })
  if (!patch) return
  touch(easel, patch)
  const { rgb, depth } = easel
  const under = easel.background.depth
  for (let y = patch.top; y < patch.bottom; y++)
    for (let x = patch.left; x < patch.right; x++) {
      const px = x + 0.5
      const py = y + 0.5
      const u = ((b.x - px) * (c.y - py) - (b.y - py) * (c.x - px)) / area
      const v = ((c.x - px) * (a.y - py) - (c.y - py) * (a.x - px)) / area
      const w = 1 - u - v
      if (u < -1e-4 || v < -1e-4 || w < -1e-4) continue
      const z = a.depth * u + b.depth * v + c.depth * w
      const at = y * easel.camera.width + x
      // A body under the cloth must not poke through it.
      const reach = depth[at]! < under[at]! - 0.02 ? 0.1 : 0.012
      if (z > depth[at]! + reach) continue
      depth[at] = z
      for (let k = 0; k < 3; k++) rgb[at * 3 + k] = tone(ca[k]! * u + cb[k]! * v + cc[k]! * w)
    }
}
