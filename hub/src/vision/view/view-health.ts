/**
 * Whether a camera still has the view of its setup, or is turned, unclear, dark or frozen. Pure steps over the analyzed
 * frames of one camera; what was learned can be stored, so that it outlives the program. Requirement REAL-04.
 */
import type { ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import { edgesOf, sharpnessOf, VIEW, type ViewEdges } from './view-edges.ts'
import { FrozenWatch } from './view-frozen.ts'
import { agreementOf, matchOf } from './view-match.ts'
import { judgeView, type LearnedLook, type ViewVerdict } from './view-verdict.ts'

/** Frames are averaged over this time and then evaluated, ms. The first evaluation of a connection is earlier. */
const SLOT_MS = 5000
const FIRST_SLOT_MS = 1000
/** Interval of checks of a single frame with masks, ms; below this share of the usual agreement the view is in doubt. */
const GLANCE_MS = 1000
const GLANCE_SHARE = 0.75
/** An error that lasts this long is reported; a person in front of the lens leaves earlier. */
const REPORT_MS = 30_000
/** Consecutive evaluations without an error that end it. */
const GOOD_SLOTS = 2
/** Consecutive matching evaluations after which a first view, or a view in another light, is learned. */
const LEARN_SLOTS = 3
const LIGHT_SLOTS = 12
/** Maximum number of looks of one view: day, infrared, lamps. The first is retained; the oldest of the others is dropped. */
const LOOKS_MAX = 6
/** Below this agreement the view is the same but its light differs. */
const OTHER_LIGHT = 0.6
/** Mutual agreement of the first frames. */
const SETTLED = 0.75
const EDGES_MIN = 300
const PIXELS = VIEW.width * VIEW.height * 4

/** The stored state of a camera's view. */
export type LearnedView = { looks: LearnedLook[]; quietest: number | null }
export type ViewFrame = { gray: Uint8Array; atMs: number; covered: Uint8Array | null; isGray: () => boolean }

export class ViewHealth {
  #looks: LearnedLook[]
  readonly #frozen: FrozenWatch
  readonly #sum = new Float32Array(PIXELS)
  #first: Uint8Array | null = null
  #before: Uint8Array | null = null
  #count = 0
  #slotFromMs: number | null = null
  #slotMs = FIRST_SLOT_MS
  #candidate: { code: ViewError; sinceMs: number } | null = null
  #error: ViewError | null = null
  #goodSlots = 0
  #lightSlots = 0
  #settling: LearnedLook[] = []
  #isDoubtful: boolean
  /** Agreement in the last evaluation that recognized the view. */
  #agreement: number | null = null
  #nextGlanceMs = Number.NEGATIVE_INFINITY
  #isLearnedAnew = false

  /** `learned`: from an earlier run; null: the first view is the correct one. */
  constructor(learned: LearnedView | null) {
    this.#looks = learned?.looks ?? []
    this.#frozen = new FrozenWatch(learned?.quietest ?? null)
    this.#isDoubtful = this.#looks.length > 0
  }

  /** A lasting error; null: none, or unknown. */
  get error(): ViewError | null {
    return this.#error
  }

  /** Whether the latest frames may show another view than the learned one: sooner than `error`, and more often wrong. */
  get isDoubtful(): boolean {
    return this.#isDoubtful
  }

  get learned(): LearnedView {
    return { looks: this.#looks, quietest: this.#frozen.quietest }
  }

  /** Whether the state to store has changed since the last call. */
  takeNews(): boolean {
    const isNew = this.#isLearnedAnew || this.#frozen.takeNews()
    this.#isLearnedAnew = false
    return isNew
  }

  /** Another connection: frames of both are not averaged together. */
  reconnect(): void {
    this.#slotFromMs = null
    this.#slotMs = FIRST_SLOT_MS
    this.#frozen.reconnect()
    this.#isDoubtful = this.#looks.length > 0
  }

  /** Most of the frame changed at once: a lamp, or a turned camera. Frames before and after it are not averaged. */
  doubt(): void {
    if (this.#looks.length === 0 || this.#isDoubtful) return
    this.#isDoubtful = true
    this.#slotFromMs = null
    this.#slotMs = FIRST_SLOT_MS
  }

  /** A user accepted the current view. */
  forget(): void {
    this.#looks = []
    this.#settling = []
    this.#error = null
    this.#candidate = null
    this.#isDoubtful = false
    this.#isLearnedAnew = true
    this.#slotFromMs = null
  }

  /** One analyzed frame, 320 x 180 gray; several a second, or one in ten seconds while no app runs. */
  take({ gray, atMs, covered, isGray }: ViewFrame): void {
    this.#frozen.take(gray, atMs)
    if (covered && atMs >= this.#nextGlanceMs) this.#glance(gray, atMs, covered)
    if (this.#slotFromMs === null || atMs < this.#slotFromMs) this.#begin(atMs)
    for (let i = 0; i < PIXELS; i++) this.#sum[i] = this.#sum[i]! + gray[i]!
    this.#count++
    if (atMs - this.#slotFromMs! >= this.#slotMs) this.#judge({ gray, atMs, covered, isGray })
    this.#before = Uint8Array.from(gray)
    this.#first ??= this.#before
  }

  /** Masks must not wait for the next evaluation. */
  #glance(gray: Uint8Array, atMs: number, covered: Uint8Array): void {
    this.#nextGlanceMs = atMs + GLANCE_MS
    if (this.#isDoubtful || this.#agreement === null) return
    const now = edgesOf(Float32Array.from(gray), covered)
    const best = Math.max(0, ...this.#looks.map((look) => agreementOf(look.edges, now) ?? 0))
    if (best < GLANCE_SHARE * this.#agreement) this.doubt()
  }

  #begin(atMs: number): void {
    this.#slotFromMs = atMs
    this.#sum.fill(0)
    this.#count = 0
    this.#first = null
    this.#before = null
  }

  #judge({ gray, atMs, covered, isGray }: ViewFrame): void {
    const mean = this.#sum.map((sum) => sum / this.#count)
    const singles = [gray, this.#before, this.#first].flatMap((one) => one ?? [])
    const sharpness = sharpnessOf(mean, singles, covered)
    const now: LearnedLook = { edges: edgesOf(mean, covered), sharpness, isGray: isGray() }
    const verdict = judgeView(this.#looks, now, { mean, covered })
    const fromMs = this.#slotFromMs!
    if (verdict.code === null && this.#frozen.isFrozen && !verdict.isDark) verdict.code = 'image-frozen'
    if (this.#looks.length === 0) this.#learnFirst(now, verdict)
    else this.#learnLight(now, verdict)
    this.#decide(verdict, fromMs, atMs)
    this.#slotMs = SLOT_MS
    this.#begin(atMs)
  }

  #decide({ code, isSure, agreement }: ViewVerdict, fromMs: number, atMs: number): void {
    if (!isSure) return
    if (code === 'view-changed' || code === 'lens-unclear') this.doubt()
    else if (code !== 'too-dark') this.#isDoubtful = false
    if (code === null && agreement > 0) this.#agreement = agreement
    if (code === null) {
      this.#candidate = null
      if (++this.#goodSlots >= GOOD_SLOTS) this.#error = null
      return
    }
    this.#goodSlots = 0
    this.#candidate = { code, sinceMs: this.#candidate?.sinceMs ?? fromMs }
    if (atMs - this.#candidate.sinceMs >= REPORT_MS || this.#error !== null) this.#error = code
  }

  /** Learns the first view if it stays the same and is not dark or empty. */
  #learnFirst(now: LearnedLook, { code }: ViewVerdict): void {
    const [first] = this.#settling
    if (code !== null || now.edges.count < EDGES_MIN || (first && !isAlike(first.edges, now.edges))) {
      this.#settling = []
      return
    }
    this.#settling.push(now)
    if (this.#settling.length < LEARN_SLOTS) return
    this.#settling = []
    this.#looks = [now]
    this.#isLearnedAnew = true
  }

  /** Learns the same view in another light. */
  #learnLight(now: LearnedLook, { code, agreement, isSure }: ViewVerdict): void {
    const isOther = isSure && code === null && agreement < OTHER_LIGHT && now.edges.count >= EDGES_MIN
    this.#lightSlots = isOther ? this.#lightSlots + 1 : 0
    if (this.#lightSlots < LIGHT_SLOTS) return
    this.#lightSlots = 0
    const [first, ...others] = this.#looks
    this.#looks = [first!, ...others.slice(-(LOOKS_MAX - 2)), now]
    this.#isLearnedAnew = true
  }
}

const isAlike = (a: ViewEdges, b: ViewEdges) => (matchOf(a, b)?.agreement ?? 0) >= SETTLED
