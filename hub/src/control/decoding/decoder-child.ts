/** The program that tries one decoder: a driver that crashes or hangs ends it alone. Requirement REAL-08. */
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { serveChildTask } from '../rpc/child-task.ts'
import type { TrialInput } from './choose-decoders.ts'
import { drawFilm } from './test-film.ts'
import { type DecoderTrial, tryDecoder } from './try-decoder.ts'

Log.setLevel(AV_LOG_QUIET)

serveChildTask(
  async ({ codec, by }: TrialInput): Promise<DecoderTrial> => tryDecoder(codec, await drawFilm(codec), by),
  () => null,
)
