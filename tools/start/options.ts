// The options of `npm start` and `npm run dev`: arguments and environment, validated before anything starts.
import { isAbsolute, join } from 'node:path'
import { readSettings } from '@mimamori/contract/shared/setting.ts'
import { START_SETTINGS } from './settings.ts'

/**
 * The launcher's settings. `dataFolder` is absolute; `isEmpty` starts without the demo organization. `isDev`: Vite serves the
 * console at `port`, and service and hub restart when their sources change.
 */
export type StartOptions = { port: number; dataFolder: string; isEmpty: boolean; isDev: boolean }

/** A mistake of the user; the message contains the remedy and is shown without a stack. */
export class StartFailure extends Error {}

/** Reads the settings of the launcher, `--empty` and `--dev`; throws StartFailure with the allowed values. */
export function readStartOptions(
  args: string[],
  environment: Record<string, string | undefined>,
  root: string,
  workingFolder: string,
): StartOptions {
  const unknown = args.find((one) => one !== '--empty' && one !== '--dev')
  if (unknown !== undefined) throw new StartFailure(`Unknown argument ${unknown}. npm start knows only -- --empty.`)
  const { values: of, errors } = readSettings(START_SETTINGS, environment, () => '')
  if (errors.length > 0) throw new StartFailure(errors.join('\n'))
  const folder = of.MIMAMORI_DATA_DIR
  return {
    port: of.PORT,
    dataFolder: folder === null ? join(root, '.data') : isAbsolute(folder) ? folder : join(workingFolder, folder),
    isEmpty: args.includes('--empty'),
    isDev: args.includes('--dev'),
  }
}
