/** What every program of a model does: opens it once, tries it, then looks at one frame at a time and says what it sees. */
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SeenBody } from '#vision/body/person.ts'
import type { RgbImage } from './letterbox.ts'
import { type DetailedCode, type ModelError, modelError } from './model-error.ts'
import type { FromModel, ModelSetup, ToModel } from './model-message.ts'

type Look = (image: RgbImage) => Promise<SeenBody[]>
/** `runtime`: its name, for the log. */
export type Opened = { runtime: string; look: Look }

/** Recordings and the standard judgement come first. */
const NICENESS = 10
const TRIED = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(114) }

/** Why this model cannot be used at all. */
export class ModelRefusedError extends Error {
  readonly error: ModelError
  constructor(error: ModelError) {
    super(error.code)
    this.error = error
  }
}

/** Serves the process that started this one until that is gone. Whatever `open` throws is said; `unfit`: the code of any other error. */
export function serveModel(
  open: (setup: ModelSetup) => Promise<Opened>,
  unfit: (error: unknown) => DetailedCode,
): void {
  let look: Look | null = null
  const say = (message: FromModel) => process.send?.(message)
  const fail = (error: unknown) =>
    say({ type: 'failed', words: error instanceof Error ? error.message : String(error) })
  const begin = async (setup: ModelSetup) => {
    try {
      beModest(setup)
      const opened = await open(setup)
      look = opened.look
      await look(TRIED)
      say({ type: 'ready', runtime: opened.runtime })
    } catch (error) {
      say({
        type: 'refused',
        error: error instanceof ModelRefusedError ? error.error : modelError(unfit(error), error),
      })
    }
  }
  process.on('message', (message: ToModel) => {
    if (message.type === 'open') void begin(message.setup)
    else if (look) look(message.image).then((bodies) => say({ type: 'seen', bodies }), fail)
  })
  // An orderly exit would wait for a model that hangs; while it does, process-watch.ts notices.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

function beModest({ rssMaxBytes }: ModelSetup): void {
  new Worker(new URL('./process-watch.ts', import.meta.url), { workerData: { rssMaxBytes } }).unref()
  try {
    setPriority(NICENESS)
  } catch {
    // A system that does not allow it runs the model as everything else.
  }
}
