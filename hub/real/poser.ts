/** The hub's pose model for films that are played faster than life: the same process, and what it cost. REAL-01. */
import { readFileSync } from 'node:fs'
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'
import { createClock } from '#platform/clock.ts'
import { createPoseModel } from '#pose/pose-model.ts'

export type Poser = InferenceClient & {
  /** In words: pictures looked at, and ms of one core for each. */
  cost(): string
  /** Seconds of one core since it was opened. */
  coreS(): number
  stop(): Promise<void>
}

/** A busy machine must not change what is measured, ms. */
const PATIENCE_MS = 120_000
const MS_PER_TICK = 10

/** Resolves when it is ready. Throws when it cannot be opened. */
export async function openPoser(): Promise<Poser> {
  let looks = 0
  const changed = Promise.withResolvers<void>()
  const limits = { openMs: PATIENCE_MS, lookMs: PATIENCE_MS, waitMs: PATIENCE_MS }
  const model = createPoseModel({ clock: createClock(), log: () => {}, limits }, changed.resolve)
  model.want(true)
  await changed.promise
  if (!model.isReady) throw new Error(`The pose model could not be opened: ${model.error?.code}`)
  const openedMs = cpuMs(model.pid)
  const spentMs = () => cpuMs(model.pid) - openedMs
  return {
    get isReady() {
      return model.isReady
    },
    infer(cameraId, picture) {
      looks++
      return model.infer(cameraId, picture)
    },
    coreS: () => spentMs() / 1000,
    cost: () => {
      return `The pose model looked at ${looks} pictures, ${(spentMs() / Math.max(1, looks)).toFixed(0)} ms of one core each.`
    },
    stop: () => model.stop(),
  }
}

/** Of a process on Linux; 0 elsewhere. */
function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return 0
  }
}
