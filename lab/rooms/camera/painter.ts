/** Draws a scene's moments: static room, blanket, people and their shadows, clock and noise; redraws only what moved. */

import { aim, type Camera } from '../base/camera.ts'
import { type Background, type Easel, easelFor, touch, wipe } from '../base/easel.ts'
import { hex } from '../base/material.ts'
import { aidOf } from '../person/aid.ts'
import { drawBlanket } from '../person/blanket.ts'
import type { Body } from '../person/body.ts'
import { drawContact } from '../person/contact.ts'
import { partsInBed, partsOf } from '../person/figure.ts'
import { drawLimbs } from '../person/limb.ts'
import { CARERS, type Look } from '../person/look.ts'
import type { Posture } from '../person/track.ts'
import { visibleBox } from '../person/visible-box.ts'
import { type LightLevel, lightOf, type Recipe, recipeFor } from '../room/light-level.ts'
import { bedFrame, type Room } from '../room/room.ts'
import { lightAt } from '../room/shade.ts'
import type { Surfaces } from '../room/surface-file.ts'
import type { Actor, Plan, SceneState } from '../story/plan.ts'
import { COVER } from '../story/story.ts'
import { addNoise, burnText, convert, type Planes, planesOf } from './sensor.ts'

/** A person in the frame: the box around them in shares of its width and height. */
export type Label = {
  box: { x: number; y: number; width: number; height: number }
  posture: Posture
  role: 'resident' | 'carer'
}

/** `light`: 'day' includes the evening's lamps. */
export type FrameLabels = { people: Label[]; light: 'day' | 'night' }

type Parts = {
  room: Room
  /** Size of the frame in pixels. */
  size: { width: number; height: number }
  /** The resident of the room. */
  resident: Look
  levelAt: (dayMs: number) => LightLevel
  surfaces: Surfaces
  mix: (recipe: Recipe) => Uint8ClampedArray
  plan: Plan
  clock: (atMs: number) => { dayMs: number; text: string; date: string }
  /** Draws the time and the room's name into the frame, as cameras do. */
  isStamped: boolean
}

const FRAME_MS = 100

export class Painter {
  readonly #parts: Parts
  readonly #camera: Camera
  readonly #clean: Planes
  readonly #out: Planes
  readonly #texts: { name: string }
  #easel: Easel | null = null
  #known: { level: string; stillKey: string | null; second: number } = { level: '', stillKey: null, second: -1 }
  #wholeFresh = false
  /** The room without people and blanket, and with its blanket lying as `topM` specifies. */
  #empty: Background | null = null
  #made: { topM: number; background: Background } | null = null
  #shown: Background | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#camera = aim(parts.room.view, parts.size.width, parts.size.height)
    this.#clean = planesOf(parts.size.width, parts.size.height)
    this.#out = planesOf(parts.size.width, parts.size.height)
    this.#texts = { name: parts.room.name }
  }

  draw(atMs: number): { planes: Uint8Array; labels: FrameLabels } {
    const { plan, clock } = this.#parts
    const time = clock(atMs)
    const level = this.#parts.levelAt(time.dayMs)
    const state = plan.at(atMs)
    this.#paint(state, level)
    const [clean, out] = [this.#clean.bytes, this.#out.bytes]
    const { width, height } = this.#parts.size
    const points = width * height
    addNoise(clean, out, points, Math.floor(atMs / FRAME_MS))
    out.set(clean.subarray(points), points)
    if (this.#parts.isStamped) {
      burnText(this.#out, time.text, 10, 8)
      burnText(this.#out, this.#texts.name, 10, 8, true)
    }
    return { planes: out, labels: this.#labelsOf(state, level) }
  }

  labels(atMs: number): FrameLabels {
    const { plan, clock } = this.#parts
    return this.#labelsOf(plan.at(atMs), this.#parts.levelAt(clock(atMs).dayMs))
  }

  #labelsOf(state: SceneState, level: LightLevel): FrameLabels {
    const people = state.actors.flatMap((actor): Label[] => {
      const box = visibleBox(this.#camera, this.#parts.surfaces.depth, actor)
      return box ? [{ box, posture: actor.posture, role: actor.role }] : []
    })
    return { people, light: level.night ? 'night' : 'day' }
  }

  #paint(state: SceneState, level: LightLevel): void {
    const levelKey = `${level.night} ${level.day} ${level.lamps}`
    const easel = this.#easelAt(level, levelKey)
    const isSame = state.stillKey !== null && state.stillKey === this.#known.stillKey && levelKey === this.#known.level
    if (isSame) return
    const before = easel.dirty
    const isMade = this.#isMade(state)
    wipe(easel, isMade ? this.#madeBed(easel, state, level) : this.#empty!)
    if (easel.background !== this.#shown) this.#wholeFresh = true
    this.#shown = easel.background
    this.#drawState(easel, state, level, isMade)
    this.#known = { level: levelKey, stillKey: state.stillKey, second: 0 }
    const after = easel.dirty
    if (this.#wholeFresh) touch(easel, { left: 0, top: 0, right: this.#clean.width, bottom: this.#clean.height })
    else touch(easel, before)
    this.#wholeFresh = false
    convert(easel.rgb, this.#clean, easel.dirty)
    easel.dirty = after
  }

  #easelAt(level: LightLevel, levelKey: string): Easel {
    if (this.#easel && this.#known.level === levelKey) return this.#easel
    const { room, surfaces, mix } = this.#parts
    const background: Background = { rgb: mix(recipeFor(room, level)), ...surfaces }
    this.#easel = easelFor(this.#camera, background)
    this.#empty = background
    this.#made = null
    this.#known = { level: levelKey, stillKey: null, second: -1 }
    this.#wholeFresh = true
    return this.#easel
  }

  /** Nobody is in bed and the blanket is static: then it is part of the room. */
  #isMade(state: SceneState): boolean {
    return this.#parts.room.bed !== null && state.blanketTopM === COVER.off && !state.actors.some(({ inBed }) => inBed)
  }

  #madeBed(easel: Easel, state: SceneState, level: LightLevel): Background {
    if (this.#made?.topM === state.blanketTopM) return this.#made.background
    wipe(easel, this.#empty!)
    this.#drawState(easel, { ...state, actors: [] }, level, false)
    const background = { ...this.#empty!, rgb: easel.rgb.slice(), depth: easel.depth.slice() }
    this.#made = { topM: state.blanketTopM, background }
    return background
  }

  #drawState(easel: Easel, state: SceneState, level: LightLevel, isMade: boolean): void {
    const { room } = this.#parts
    const light = lightOf(room, level)
    const shadow = level.night && room.bed ? 0.4 : 0.85
    const bed = bedFrame(room)
    const sleeper = state.actors.find((actor) => actor.inBed)
    const others = state.actors
      .filter((actor) => actor !== sleeper)
      .toSorted((a, b) => this.#far(b.body) - this.#far(a.body))
    if (sleeper) {
      drawContact(easel, sleeper.body, shadow * 0.7)
      drawLimbs(
        easel,
        partsInBed(sleeper.body, this.#lookOf(sleeper)),
        lightAt(light, this.#camera, sleeper.body.belly),
      )
    }
    if (bed && room.bed && !isMade) {
      const cloth = { color: hex(room.bed.blanket), stripe: hex(room.bed.stripe) }
      drawBlanket(easel, bed, { topM: state.blanketTopM, shift: 0 }, cloth, sleeper?.body ?? null, light)
    }
    for (const actor of others) drawContact(easel, actor.body, shadow)
    for (const actor of others)
      drawLimbs(
        easel,
        [...partsOf(actor.body, this.#lookOf(actor)), ...aidOf(actor, this.#lookOf(actor))],
        lightAt(light, this.#camera, actor.body.belly),
      )
  }

  #far(body: Body): number {
    const { at, forward } = this.#camera
    const [x, y, z] = body.pelvis
    return (x - at[0]) * forward[0] + (y - at[1]) * forward[1] + (z - at[2]) * forward[2]
  }

  #lookOf({ role, who }: Actor): Look {
    return role === 'carer' ? CARERS[Number(who)]! : this.#parts.resident
  }
}
