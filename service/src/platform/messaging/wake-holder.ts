/**
 * Selects one instance to be woken for the work of all: otherwise each would query the same rows at once. It is the
 * first one that gets no answer from another. Two holders at a time cost extra rounds and lose nothing: rows are
 * claimed. Decision 0053.
 */
import type { Clock } from '../clock.ts'
import type { Unsubscribe, Wire } from './wire.ts'

type WakeHolder<Reason extends string> = {
  send(reason: Reason): void
  sendToOthers(reason: Reason): void
  /** This instance stops its work: the next wake-up selects another one. */
  letGo(): void
  /** Another instance last answered or announced that it is the holder. */
  readonly isElsewhere: boolean
}

type Options<Reason> = {
  wire: Wire
  clock: Clock
  /** Whether this instance has a worker for wake-ups. */
  canWork(): boolean
  here(reason: Reason): void
  /** How long an answer of the holder is awaited; default: 100 ms. */
  patienceMs?: number | undefined
}

const WAKE = 'wake'
const HOLD = 'wake-hold'
const OTHERS = 'wake-others'
/** A worker's rounds are at least this far apart (due-worker.ts), so gathering for as long delays nothing. */
const GATHER_MS = 50
/**
 * The holder answers before it works: if it takes longer, it is stopped or disconnected, and this instance works
 * instead.
 */
const PATIENCE_MS = 100
const NOTHING = new Uint8Array()

export function createWakeHolder<Reason extends string>({ wire, clock, canWork, here, patienceMs }: Options<Reason>) {
  let held: Unsubscribe | null = null
  let isElsewhere = false
  let asked: Reason[] = []
  /** Recently sent reasons, and whether they must be sent again after the pause. */
  const resting = new Map<Reason, boolean>()

  /** Returns whether to send now; otherwise remembers the request. */
  function isTime(reason: Reason, again: () => void): boolean {
    if (resting.has(reason)) {
      resting.set(reason, true)
      return false
    }
    resting.set(reason, false)
    clock.after(GATHER_MS, () => {
      const isAgain = resting.get(reason)
      resting.delete(reason)
      if (isAgain) again()
    })
    return true
  }
  function hear(bytes: Uint8Array): void {
    for (const reason of Buffer.from(bytes).toString('utf8').split(' ')) here(reason as Reason)
  }
  function hold(): void {
    isElsewhere = false
    // Nobody would receive the claim: back on the bus there would be two holders.
    if (held || wire.isLost || !canWork()) return
    held = wire.subscribe(WAKE, (message) => {
      hear(message.bytes)
      message.respond(NOTHING)
    })
    wire.publish(HOLD, NOTHING)
  }
  function letGo(): void {
    held?.()
    held = null
  }
  async function ask(): Promise<void> {
    const reasons = asked
    asked = []
    const answer = await wire.request(WAKE, Buffer.from(reasons.join(' ')), patienceMs ?? PATIENCE_MS)
    if (answer) {
      isElsewhere = true
      return
    }
    hold()
    for (const reason of reasons) here(reason)
  }
  const self: WakeHolder<Reason> = {
    send(reason) {
      if (held || wire.isLost) return here(reason)
      if (!isTime(reason, () => self.send(reason))) return
      // Several reasons woken by one commit are one message.
      if (asked.push(reason) === 1) queueMicrotask(() => void ask())
    },
    sendToOthers(reason) {
      if (isTime(reason, () => self.sendToOthers(reason))) wire.publish(OTHERS, Buffer.from(reason))
    },
    letGo,
    get isElsewhere() {
      return isElsewhere && !held
    },
  }
  wire.subscribe(OTHERS, ({ bytes }) => hear(bytes))
  // If two announce it at the same moment both give up, and the next wake-up selects one again.
  wire.subscribe(HOLD, () => {
    letGo()
    isElsewhere = true
  })
  wire.onLostChange((isLost) => {
    if (!isLost) return
    letGo()
    isElsewhere = false
  })
  return self
}
