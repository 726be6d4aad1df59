/** The hub's pose model for films that are played at their own pace: the same process, what it cost, and what it answered before. REAL-01. */
import { readFileSync } from 'node:fs'
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'
import { createClock } from '#platform/clock.ts'
import { createPoseModel } from '#pose/pose-model.ts'
import type { Answers } from './answers.ts'

export type Poser = InferenceClient & {
  /** Pictures looked at. */
  readonly looks: number
  /** Of one core for each; null: each answer was known. */
  msPerLook(): number | null
  stop(): Promise<void>
}

/** Neither a busy machine nor a pause of the run may change what is measured, ms. */
const PATIENCE_MS = 3_600_000
const MS_PER_TICK = 10

/** Resolves when it is ready. Throws when it cannot be opened. `answers`: it is asked about no picture of which they know. */
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
    async infer(cameraId, picture) {
      looks++
      const known = answers?.of(picture)
      if (known) return known
      asked++
      const bodies = await model.infer(cameraId, picture)
      if (bodies) answers?.add(picture, bodies)
      return bodies
    },
    msPerLook: () => (asked === 0 ? null : (cpuMs(model.pid) - openedMs) / asked),
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
