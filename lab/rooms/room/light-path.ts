/** Traces light through a room: direct light from its lamps or window, and light that bounces between surfaces. */
import { type Camera, rayThrough } from '../base/camera.ts'
import type { Color, Paint } from '../base/material.ts'
import { add, cross, dot, scale, sub, turn, unit, type Vec } from '../base/vector.ts'
import type { Room } from './room.ts'
import type { Solid } from './solid.ts'
import type { Hit, Stage } from './stage.ts'

/** Each kind of light is traced separately; frames of any hour are mixed from them. */
export const LAYERS = ['sky', 'lamps', 'ir'] as const
export type Layer = (typeof LAYERS)[number]

/** A light source: a rectangle (two half edges, light on one side), or the sun (a direction). */
export type Light =
  | { kind: 'area'; center: Vec; u: Vec; v: Vec; normal: Vec | null; color: Color }
  | { kind: 'sun'; toward: Vec; color: Color }

/** A traced frame, three numbers per point: light before the first surface's own color, that color, normal and place. */
export type Traced = {
  width: number
  height: number
  light: Float32Array
  albedo: Float32Array
  normal: Float32Array
  place: Float32Array
  /** Light that is visible directly or mirrored, and needs no smoothing. */
  extra: Float32Array
}

const SKY: Color = [1.15, 1.3, 1.5]
const SUN: Color = [3.3, 2.8, 2.05]

/** The light sources of a layer in a room. */
export function lightsOf(room: Room, solids: readonly Solid[], layer: Layer): Light[] {
  if (layer === 'ir') {
    const from = add(room.view.at, scale(unit(sub(room.view.to, room.view.at)), 0.05))
    return [{ kind: 'area', center: from, u: [0.04, 0, 0], v: [0, 0.04, 0], normal: null, color: [5200, 5200, 5200] }]
  }
  if (layer === 'lamps') return solids.flatMap((solid) => (solid.paint.glow?.layer === 'lamps' ? [lampOf(solid)] : []))
  const lights: Light[] = []
  const window = room.shell.window
  if (window) {
    const [w, d] = room.shell.size
    const middle = (window.from + window.to) / 2
    const half = (window.to - window.from) / 2 - 0.05
    const z = (window.low + window.high) / 2
    const radians = { back: 0, left: Math.PI / 2, right: -Math.PI / 2, front: Math.PI }[window.side]
    const at: Vec =
      window.side === 'back'
        ? [middle, d, z]
        : window.side === 'left'
          ? [0, middle, z]
          : window.side === 'right'
            ? [w, middle, z]
            : [middle, 0, z]
    const outward = turn([0, 1, 0], radians)
    lights.push({
      kind: 'area',
      center: add(at, scale(outward, 0.1)),
      u: turn([half, 0, 0], radians),
      v: [0, 0, (window.high - window.low) / 2 - 0.05],
      normal: scale(outward, -1),
      color: [SKY[0] * 4.2, SKY[1] * 4.2, SKY[2] * 4.2],
    })
  }
  if (room.sun) lights.push({ kind: 'sun', toward: unit(room.sun), color: SUN })
  return lights
}

/** Lamps light a room more than their glow in the frame suggests: a camera closes its iris on them. */
const LAMP_POWER = 3.2

function lampOf(solid: Solid): Light {
  const glow = solid.paint.glow!.color
  const color: Color = [glow[0] * LAMP_POWER, glow[1] * LAMP_POWER, glow[2] * LAMP_POWER]
  if (solid.kind === 'box') {
    const [x, y, z] = solid.center
    const u: Vec = [solid.half[0] * Math.cos(solid.turned), solid.half[0] * Math.sin(solid.turned), 0]
    const v: Vec = [-solid.half[1] * Math.sin(solid.turned), solid.half[1] * Math.cos(solid.turned), 0]
    return { kind: 'area', center: [x, y, z - solid.half[2] - 0.01], u, v, normal: [0, 0, -1], color }
  }
  if (solid.kind === 'tube' && solid.height < 0.1) {
    const [x, y, z] = solid.foot
    const r = solid.radius * 0.88
    return { kind: 'area', center: [x, y, z - 0.02], u: [r, 0, 0], v: [0, r, 0], normal: [0, 0, -1], color }
  }
  const foot = solid.kind === 'tube' ? solid.foot : ([0, 0, 0] as Vec)
  return {
    kind: 'area',
    center: [foot[0], foot[1], foot[2] + 0.2],
    u: [0.08, 0, 0],
    v: [0, 0.08, 0],
    normal: null,
    color: [color[0] * 1.5, color[1] * 1.5, color[2] * 1.5],
  }
}

type Job = { stage: Stage; camera: Camera; lights: Light[]; layer: Layer; samples: number; random: () => number }

/** Traces a whole frame through the middle of each point; `samples` paths from there. */
export function traceLayer(job: Job): Traced {
  const { width, height } = job.camera
  const field = () => new Float32Array(width * height * 3)
  const traced: Traced = {
    width,
    height,
    light: field(),
    albedo: field(),
    normal: field(),
    place: field(),
    extra: field(),
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) tracePoint(job, traced, x, y)
  }
  return traced
}

function tracePoint(job: Job, traced: Traced, x: number, y: number): void {
  const { stage, camera, samples, layer } = job
  const at = (y * camera.width + x) * 3
  const along = unit(rayThrough(camera, x + 0.5, y + 0.5))
  const hit = stage.cast(camera.at, along, 100)
  if (!hit) return
  const place = add(camera.at, scale(along, hit.t))
  put(traced.normal, at, hit.normal, 1)
  put(traced.place, at, place, 1)
  put(traced.albedo, at, albedoOf(hit, layer), 1)
  const glow = glowOf(hit, layer)
  if (glow) {
    put(traced.extra, at, glow, 1)
    return
  }
  const shine = shineOf(hit.solid.paint, along, hit.normal)
  for (let s = 0; s < samples; s++) {
    if (shine > 0.01) put(traced.extra, at, mirrored(job, place, along, hit), shine / samples)
    put(traced.light, at, bounced(job, place, hit.normal), (1 - shine) / samples)
  }
}

function put(into: Float32Array, at: number, value: readonly number[], weight: number): void {
  into[at]! += value[0]! * weight
  into[at + 1]! += value[1]! * weight
  into[at + 2]! += value[2]! * weight
}

function glowOf(hit: Hit, layer: Layer): Color | null {
  const glow = hit.solid.paint.glow
  if (!glow || glow.layer !== layer) return null
  return glow.pattern ? glow.pattern(hit.local, hit.normal, glow.color) : glow.color
}

/** Cloth and wood are brighter and grayer in infrared light than to the eye. */
function albedoOf(hit: Hit, layer: Layer): Color {
  const { color, pattern } = hit.solid.paint
  const seen = pattern ? pattern(hit.local, hit.normal, color) : color
  if (layer !== 'ir') return seen
  const gray = 0.12 + 0.8 * (0.45 * seen[0] + 0.4 * seen[1] + 0.15 * seen[2])
  return [gray, gray, gray]
}

const shineOf = (paint: Paint, along: Vec, normal: Vec): number => {
  const gloss = paint.gloss ?? 0
  return gloss === 0
    ? 0
    : Math.min(0.9, gloss + (0.65 - gloss * 0.3) * Math.min(1, gloss * 8) * (1 + dot(along, normal)) ** 5)
}

function mirrored(job: Job, place: Vec, along: Vec, hit: Hit): Color {
  const { stage, layer, random } = job
  const straight = sub(along, scale(hit.normal, 2 * dot(along, hit.normal)))
  const rough = (hit.solid.paint.gloss ?? 0) > 0.5 ? 0 : 0.07
  const out = unit(add(straight, [(random() - 0.5) * rough, (random() - 0.5) * rough, (random() - 0.5) * rough]))
  const from = add(place, scale(hit.normal, 2e-3))
  const next = stage.cast(from, out, 100)
  if (!next) return [0, 0, 0]
  const glow = glowOf(next, layer)
  if (glow) return [Math.min(glow[0], 4), Math.min(glow[1], 4), Math.min(glow[2], 4)]
  const light = bounced(job, add(from, scale(out, next.t)), next.normal)
  const albedo = albedoOf(next, layer)
  return [light[0] * albedo[0], light[1] * albedo[1], light[2] * albedo[2]]
}

const BOUNCES: Record<Layer, number> = { sky: 3, lamps: 2, ir: 1 }

/** Light that arrives at a matte point, directly and from other surfaces. */
function bounced(job: Job, start: Vec, startNormal: Vec): Color {
  const { stage, layer, random } = job
  const sum: [number, number, number] = [0, 0, 0]
  let through: Color = [1, 1, 1]
  let place = start
  let normal = startNormal
  for (let bounce = 0; ; bounce++) {
    const from = add(place, scale(normal, 2e-3))
    // A single extreme path must not leave a bright dot, so light from other surfaces is limited.
    // All lights are sampled at the first surface; then a random one represents all.
    const asked = bounce === 0 ? job.lights : [job.lights[Math.floor(random() * job.lights.length)]!]
    for (const light of asked) {
      const strength = (reach(stage, light, from, normal, random) * job.lights.length) / asked.length
      for (let c = 0; c < 3; c++) sum[c]! += Math.min(through[c]! * light.color[c]! * strength, bounce === 0 ? 12 : 1.2)
    }
    if (bounce === BOUNCES[layer]) break
    const along = scatter(normal, random)
    const hit = stage.cast(from, along, 100)
    if (!hit || hit.solid.paint.glow?.layer === layer) break
    const albedo = albedoOf(hit, layer)
    through = [through[0] * albedo[0], through[1] * albedo[1], through[2] * albedo[2]]
    place = add(from, scale(along, hit.t))
    normal = hit.normal
  }
  return sum
}

function reach(stage: Stage, light: Light, from: Vec, normal: Vec, random: () => number): number {
  if (light.kind === 'sun') {
    const toward = unit(add(light.toward, [(random() - 0.5) * 0.03, (random() - 0.5) * 0.03, (random() - 0.5) * 0.03]))
    const slope = dot(normal, toward)
    if (slope <= 0) return 0
    return stage.blocked(from, toward, 50) ? 0 : slope
  }
  const a = random() * 2 - 1
  const b = random() * 2 - 1
  const target = add(light.center, add(scale(light.u, a), scale(light.v, b)))
  const way = sub(target, from)
  const squared = dot(way, way)
  const slope = dot(normal, way) / Math.sqrt(squared)
  if (slope <= 0) return 0
  const facing = light.normal ? -dot(light.normal, way) / Math.sqrt(squared) : 0.25
  if (facing <= 0) return 0
  const area = 4 * Math.sqrt(dot(cross(light.u, light.v), cross(light.u, light.v)))
  if (stage.blocked(from, way, 0.999)) return 0
  // The infrared lamp (at the lens, without a side) is dimmed in the middle when walls are near, as in such cameras.
  const soft = light.normal ? squared : squared + 0.8
  return Math.min((slope * facing * area) / (soft * Math.PI), 6)
}

function scatter(normal: Vec, random: () => number): Vec {
  const z = random() * 2 - 1
  const angle = random() * Math.PI * 2
  const r = Math.sqrt(1 - z * z)
  return unit(add(normal, [r * Math.cos(angle), r * Math.sin(angle), z * 0.999]))
}
