// What `npm start` was asked for: arguments and environment, checked before anything begins.
import { isAbsolute, join } from 'node:path'
import { readSettings } from '@mimamori/contract/shared/setting.ts'
import { START_SETTINGS } from './settings.ts'

/** The launcher's settings. `dataFolder` is absolute; `isEmpty` starts without the demo organisation. */
export type StartOptions = { port: number; dataFolder: string; isEmpty: boolean }

/** A mistake of the person who started it; the message says what to do and is shown without a stack. */
export class StartFailure extends Error {}

/** Reads the settings of the launcher and `--empty`; a wrong one is a StartFailure with what is allowed. */
export function readStartOptions(
  args: string[],
  environment: Record<string, string | undefined>,
  root: string,
  workingFolder: string,
): StartOptions {
  const unknown = args.find((one) => one !== '--empty')
  if (unknown !== undefined) throw new StartFailure(`Unknown argument ${unknown}. npm start knows only -- --empty.`)
  const { values: of, errors } = readSettings(START_SETTINGS, environment, () => '')
  if (errors.length > 0) throw new StartFailure(errors.join('\n'))
  const folder = of.MIMAMORI_DATA_DIR
  return {
    port: of.PORT,
    dataFolder: folder === null ? join(root, '.data') : isAbsolute(folder) ? folder : join(workingFolder, folder),
    isEmpty: args.includes('--empty'),
  }
}
