// The hub's pose model, open and tried, for tests: patient, since what must be late in them is late for ever.
import type { FallModel } from '#model/fall-model.ts'
import { createClock } from '#platform/clock.ts'
import { createPoseModel } from '#pose/pose-model.ts'
import { Heard } from './heard.ts'

const PATIENT = { openMs: 120_000, lookMs: 60_000, waitMs: 60_000, retryMs: 1 }

type Options = Partial<Parameters<typeof createPoseModel>[0]>

/** `onChange` hears that it became ready, or is so no longer. */
export async function openedPoses(options: Options = {}, onChange = () => {}): Promise<FallModel> {
  const changes = new Heard<null>()
  const limits = { ...PATIENT, ...options.limits }
  const parts = { clock: createClock(), log: () => {}, environment: process.env, ...options, limits }
  const model = createPoseModel(parts, () => {
    changes.put(null)
    onChange()
  })
  model.want(true)
  await changes.first(() => true)
  return model
}
