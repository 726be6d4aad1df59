/**
 * One instance that is woken for the work of all: each would look for the same rows at once. It is the first that found no
 * other one to answer. Two that hold at a time cost rounds and lose nothing: rows are claimed. Decision 0053.
 */
import type { Clock } from '../clock.ts'
import type { Unsubscribe, Wire } from './wire.ts'

type WakeHolder<Reason extends string> = {
  send(reason: Reason): void
  sendToOthers(reason: Reason): void
  /** This instance ends its work: the next wake finds another one. */
  letGo(): void
  /** Another one answered or said last that it holds. */
  readonly isElsewhere: boolean
}

type Options<Reason> = {
  wire: Wire
  clock: Clock
  /** Whether somebody here works off what is woken. */
  canWork(): boolean
  here(reason: Reason): void
}

const WAKE = 'wake'
const HOLD = 'wake-hold'
const OTHERS = 'wake-others'
/** A worker begins no two rounds closer than that (due-worker.ts), so nothing is woken later for being gathered as long. */
const GATHER_MS = 50
/** The holder answers before it works: one that takes longer is stopped or cut off, and this instance works instead. */
const PATIENCE_MS = 100
const NOTHING = new Uint8Array()

export function createWakeHolder<Reason extends string>({ wire, clock, canWork, here }: Options<Reason>) {
  let held: Unsubscribe | null = null
  let isElsewhere = false
  let asked: Reason[] = []
  /** Reasons that were sent lately, with whether they were sent again. */
  const resting = new Map<Reason, boolean>()

  /** Answers whether it is time to send, and remembers that it was asked for when it is not. */
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
    // Nobody would hear that it holds: back on the bus it would be one of two.
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
    const answer = await wire.request(WAKE, Buffer.from(reasons.join(' ')), PATIENCE_MS)
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
      // What one commit wakes for several reasons is one message.
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
  // Should two have said so at one moment both let go, and the next wake finds one again.
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
