/** The state of a camera's digital inputs, and when they raise an alert: once while active. Requirement REACH-63. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { InputReport } from './input-events.ts'

type Input = {
  isActive: boolean
  /** The subscription is a new one: changes may have been missed. */
  isStale: boolean
  raisedAtMs: number
  /** Set while a release waits to be sure. */
  cancel: Cancel | null
}

/** A contact that bounces is released once it stays inactive for this long. */
const DEBOUNCE_MS = 300
/** A contact that flutters raises one alert within this time, as a token of a service account may. */
const REST_MS = 3_000
/** More tokens than any camera has inputs are an error of the camera. */
const INPUTS_MAX = 64

export class InputState {
  readonly #inputs = new Map<string, Input>()
  readonly #clock: Clock
  readonly #raise: () => void

  constructor(clock: Clock, raise: () => void) {
    this.#clock = clock
    this.#raise = raise
  }

  subscribed(): void {
    for (const input of this.#inputs.values()) input.isStale = true
  }

  take({ token, isOn, operation }: InputReport, { isNormallyClosed }: NonNullable<DesiredCamera['input']>): void {
    const input = this.#inputs.get(token) ?? NEW
    if (input === NEW && this.#inputs.size >= INPUTS_MAX) return
    const { isStale, isActive, cancel } = input
    const now = { ...input, isStale: false }
    this.#inputs.set(token, now)
    if (isOn === isNormallyClosed) {
      if (isActive && !cancel) now.cancel = this.#clock.after(DEBOUNCE_MS, () => this.#release(token))
      return
    }
    cancel?.()
    now.cancel = null
    now.isActive = true
    // A change to active of an active input: its release was lost with the former subscription.
    if (isActive && !(isStale && operation === 'changed')) return
    if (this.#clock.monotonicMs() - input.raisedAtMs < REST_MS) return
    now.raisedAtMs = this.#clock.monotonicMs()
    this.#raise()
  }

  stop(): void {
    for (const { cancel } of this.#inputs.values()) cancel?.()
  }

  #release(token: string): void {
    const input = this.#inputs.get(token)
    if (input) this.#inputs.set(token, { ...input, isActive: false, cancel: null })
  }
}

const NEW: Input = { isActive: false, isStale: false, raisedAtMs: Number.NEGATIVE_INFINITY, cancel: null }
