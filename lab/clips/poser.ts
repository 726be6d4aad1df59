/** The hub's pose model for films at any speed: the same process, with its cost and stored answers. REAL-01. */
import { readFileSync } from 'node:fs'
import type { InferenceClient } from '@mimamori/hub/pipeline/analysis/inference-client.ts'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { createPoseModel } from '@mimamori/hub/pose/pose-model.ts'
import type { Answers } from './answers.ts'

export type Poser = InferenceClient & {
  /** Number of inferences. */
  readonly looks: number
  /** CPU time per inference, ms; null: all answers were stored. */
  msPerLook(): number | null
  stop(): Promise<void>
}

/** Long enough that neither a busy machine nor a pause changes the results, ms. */
const PATIENCE_MS = 3_600_000
const MS_PER_TICK = 10

/** Resolves when it is ready. Throws if it cannot be opened. Does not infer frames that are in `answers`. */
export async function openPoser(answers: Answers | null): Promise<Poser> {
  let looks = 0
  let asked = 0
  const changed = Promise.withResolvers<void>()
  const limits = { openMs: PATIENCE_MS, lookMs: PATIENCE_MS, waitMs: PATIENCE_MS }
  const model = createPoseModel({ clock: createClock(), log: () => {}, limits }, changed.resolve)
  model.want(true)
  await changed.promise
  if (!model.isReady) throw new Error(`The pose model could not be opened: ${model.error?.code}`)
  const openedMs = cpuMs(model.pid)
  return {
    get isReady() {
      return model.isReady
    },
    get looks() {
      return looks
    },
    async infer(cameraId, image) {
      looks++
      const known = answers?.of(image)
      if (known) return known
      asked++
      const bodies = await model.infer(cameraId, image)
      if (bodies) answers?.add(image, bodies)
      return bodies
    },
    msPerLook: () => (asked === 0 ? null : (cpuMs(model.pid) - openedMs) / asked),
    stop: () => model.stop(),
  }
}

/** CPU time of a process on Linux, ms; 0 on other systems. */
function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return 0
  }
}
