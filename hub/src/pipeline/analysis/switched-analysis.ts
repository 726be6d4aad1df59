/** The analysis of one connection, which may rest: of a camera with two streams only one is judged at a time. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { PacketSource, VideoPacket } from '../media/packet-source.ts'
import type { Decoding } from '../media/stream-judge.ts'
import type { Analysis } from './analysis.ts'
import type { AskedAlert, Observation } from './observation.ts'

type Running = { analysis: Analysis; ending: AbortController; work: Promise<void> }
type Source = Pick<PacketSource, 'codec' | 'extradata'>

const NOTHING_DECODED: Readonly<Decoding> = { tried: 0, made: 0, broken: 0, by: null }

export class SwitchedAnalysis {
  readonly #make: () => Analysis
  readonly #onError: () => void
  #settings: DesiredCamera
  #analysis: Analysis | null = null
  #running: Running | null = null
  #source: Source | null = null
  /** Runs that end, with what they leave to be freed. */
  readonly #ending = new Set<Promise<void>>()
  #earlier = { framesAnalysed: 0, framesSkipped: 0 }

  /** `make`: a new one each time that it begins. `onError`: it cannot decode the stream at all. */
  constructor(settings: DesiredCamera, make: () => Analysis, onError: () => void) {
    this.#settings = settings
    this.#make = make
    this.#onError = onError
  }

  /** Null: it rests. */
  get now(): Analysis | null {
    return this.#analysis
  }

  get framesAnalysed(): number {
    return this.#earlier.framesAnalysed + (this.#analysis?.framesAnalysed ?? 0)
  }

  get framesSkipped(): number {
    return this.#earlier.framesSkipped + (this.#analysis?.framesSkipped ?? 0)
  }

  get decoding(): Readonly<Decoding> {
    return this.#analysis?.decoding ?? NOTHING_DECODED
  }

  configure(settings: DesiredCamera): void {
    this.#settings = settings
    this.#analysis?.configure(settings)
  }

  /** Begins with the next key frame, as after a new connection, or rests. */
  turn(isOn: boolean): void {
    if (isOn === (this.#analysis !== null)) return
    if (isOn) {
      this.#analysis = this.#make()
      this.#analysis.configure(this.#settings)
      if (this.#source) this.#run(this.#analysis, this.#source)
    } else this.#end()
  }

  /** The stream runs from now on. */
  open(source: Source): void {
    this.#source = source
    if (this.#analysis) this.#run(this.#analysis, source)
  }

  put(packet: VideoPacket, capturedAtMs: number): void {
    this.#analysis?.put(packet, capturedAtMs)
  }

  /** Nothing while it rests. */
  footage(wanted: AskedAlert): void {
    this.#analysis?.footage(wanted)
  }

  observation(withImage: boolean): Promise<Observation | null> {
    return this.#analysis?.observation(withImage) ?? Promise.resolve(null)
  }

  async idle(): Promise<void> {
    await this.#analysis?.idle()
  }

  /** Resolves when everything is freed. Throws when the stream could not be decoded at all. */
  async close(): Promise<void> {
    this.#source = null
    this.#end()
    await Promise.all(this.#ending)
  }

  #run(analysis: Analysis, { codec, extradata }: Source): void {
    const ending = new AbortController()
    const work = analysis.run(codec, extradata, ending.signal)
    // Awaited by `close`; until then an error is noted here.
    work.catch(this.#onError)
    this.#running = { analysis, ending, work }
  }

  #end(): void {
    const analysis = this.#analysis
    if (!analysis) return
    this.#earlier = { framesAnalysed: this.framesAnalysed, framesSkipped: this.framesSkipped }
    this.#analysis = null
    const running = this.#running
    this.#running = null
    running?.ending.abort()
    if (running) this.#ending.add(running.work)
  }
}
