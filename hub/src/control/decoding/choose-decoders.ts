/** Tests at the hub's start which decoders work, and chooses the cheapest. Requirement REAL-08; decision 0046. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DecoderName, HARDWARE_DECODERS, type HardwareDecoder } from '@mimamori/contract/camera/stream/decoders.ts'
import { type Decoders, SOFTWARE_ALONE } from '#pipeline/decode/decoder-choice.ts'
import type { VideoCodec } from '#pipeline/media/packet-source.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { runChildTask } from '../rpc/child-task.ts'
import type { DecoderTrial } from './try-decoder.ts'

export type TrialInput = { codec: VideoCodec; by: DecoderName }

type ChooseOptions = {
  log: Log
  environment: Record<string, string | undefined>
  /** Hardware decoders whose devices exist on this machine; others are not tested. */
  present?: readonly HardwareDecoder[]
  /** Path of the program that tests a decoder. */
  programOf?: (by: DecoderName) => string
  timeoutMs?: number
}

const PROGRAM = fileURLToPath(new URL('./decoder-child.ts', import.meta.url))
const TRIAL_MS = 15_000
const HEAP_MB = 256
const CODECS = ['h264', 'hevc'] as const
/** The frames of the film without those that a decoder delays to its end. */
const IMAGES_MIN = 28
/** Allows for rounding in drivers; a swapped plane or a stale frame differs by tens. */
const DIFFERENCE_MAX = 2

/** Never throws. Starts no process if the machine has no device. */
export async function chooseDecoders(options: ChooseOptions): Promise<Decoders> {
  const present = options.present ?? presentDecoders()
  if (present.length === 0) return SOFTWARE_ALONE
  const chosen: Record<VideoCodec, DecoderName> = { ...SOFTWARE_ALONE }
  for (const codec of CODECS) chosen[codec] = await chooseFor(codec, present, options)
  options.log('info', 'Decoders were chosen', chosen)
  return chosen
}

/** Tests run one after another: a parallel one would distort the measured cost. */
async function chooseFor(
  codec: VideoCodec,
  present: readonly HardwareDecoder[],
  options: ChooseOptions,
): Promise<DecoderName> {
  const trials: DecoderTrial[] = []
  for (const by of ['software', ...present] as const) {
    const trial = await trialOf({ codec, by }, options)
    if (trial) trials.push(trial)
  }
  return trials.sort((one, other) => one.cpuMsPerImage - other.cpuMsPerImage)[0]?.by ?? 'software'
}

/** Null if the decoder's frames are wrong or it does not run. */
async function trialOf(input: TrialInput, options: ChooseOptions): Promise<DecoderTrial | null> {
  const { log, environment, programOf = () => PROGRAM, timeoutMs = TRIAL_MS } = options
  const limits = { timeoutMs, heapMb: HEAP_MB, environment, signal: new AbortController().signal }
  try {
    const trial = await runChildTask<DecoderTrial>(programOf(input.by), input, limits)
    const isRight = trial.by === input.by && trial.images >= IMAGES_MIN && trial.difference <= DIFFERENCE_MAX
    log('info', isRight ? 'A decoder was tried' : 'A decoder was tried and is not used', { ...input, ...trial })
    return isRight ? trial : null
  } catch (error) {
    log('info', 'A decoder could not be tried', { ...input, reason: wordsOf(error) })
    return null
  }
}

/** Reads Linux device files; returns an empty list on other systems. */
function presentDecoders(): HardwareDecoder[] {
  const hasRender = namesIn('/dev/dri').some((name) => name.startsWith('renderD'))
  const hasVideo = namesIn('/dev').some((name) => /^video\d+$/.test(name))
  const has = { vaapi: hasRender, qsv: hasRender, nvdec: existsSync('/dev/nvidiactl'), v4l2: hasVideo }
  return HARDWARE_DECODERS.filter((by) => has[by])
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
