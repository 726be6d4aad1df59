// The options of `npm start` and `npm run dev`: arguments and environment, validated before anything starts.
import { isAbsolute, join } from 'node:path'
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { readSettings } from '@mimamori/contract/shared/setting.ts'
import { START_SETTINGS } from './settings.ts'

/**
 * The launcher's settings. `dataFolder` is absolute; `isEmpty` starts without the demo organization, `isNight` with the busy
 * night beside it. `isDev`: Vite serves the console at `port`, and service and hub restart when their sources change.
 */
export type StartOptions = {
  port: number
  dataFolder: string
  isEmpty: boolean
  isDev: boolean
  isNight: boolean
  /** The language of the demo, when it is made. */
  language: Locale
}

const ARGUMENTS = ['--empty', '--dev', '--night']

/** A mistake of the user; the message contains the remedy and is shown without a stack. */
export class StartError extends Error {}

/** Reads the settings of the launcher, `--empty`, `--night` and `--dev`; throws StartError with the allowed values. */
export function readStartOptions(
  args: string[],
  environment: Record<string, string | undefined>,
  root: string,
  workingFolder: string,
): StartOptions {
  const unknown = args.find((one) => !ARGUMENTS.includes(one))
  if (unknown !== undefined) {
    throw new StartError(`Unknown argument ${unknown}. npm start knows -- --empty and -- --night.`)
  }
  const [isEmpty, isNight] = [args.includes('--empty'), args.includes('--night')]
  if (isEmpty && isNight) throw new StartError('--night needs the demo organisation: leave --empty out.')
  const { values: of, errors } = readSettings(START_SETTINGS, environment, () => '')
  if (errors.length > 0) throw new StartError(errors.join('\n'))
  const folder = of.MIMAMORI_DATA_DIR
  return {
    port: of.PORT,
    dataFolder: folder === null ? join(root, '.data') : isAbsolute(folder) ? folder : join(workingFolder, folder),
    isEmpty,
    isNight,
    language: of.MIMAMORI_DEMO_LANGUAGE ?? machineLanguage(),
    isDev: args.includes('--dev'),
  }
}

function machineLanguage(): Locale {
  const [language] = Intl.DateTimeFormat().resolvedOptions().locale.split('-')
  return LOCALE_CODES.find((code) => code === language) ?? DEFAULT_LOCALE
}
