// Decoders for tests, in the place of the program that tries one: what a driver may do, by its name.
import { serveChildTask } from '../../rpc/child-task.ts'
import type { TrialInput } from '../choose-decoders.ts'
import type { DecoderTrial } from '../try-decoder.ts'

const good = { images: 30, difference: 0.2, cpuMsPerImage: 0.1 }
/** `vaapi`: fast and wrong. `qsv`: ends its process. `nvdec`: right, fast for H.264 alone. `v4l2`: never answers. */
const TRIALS: Record<TrialInput['by'], (codec: string) => DecoderTrial | null> = {
  software: () => ({ by: 'software', ...good, difference: 0, cpuMsPerImage: 5 }),
  vaapi: () => ({ by: 'vaapi', ...good, difference: 40, cpuMsPerImage: 0.01 }),
  qsv: () => process.abort(),
  nvdec: (codec) => ({ by: 'nvdec', ...good, cpuMsPerImage: codec === 'h264' ? 1 : 9 }),
  v4l2: () => null,
}

serveChildTask(
  async ({ codec, by }: TrialInput) => TRIALS[by](codec) ?? new Promise<never>(() => {}),
  () => null,
)
