// What `npm start` was asked for: arguments and environment, checked before anything begins.
import { isAbsolute, join } from 'node:path'

/** The launcher's settings. `dataFolder` is absolute; `isEmpty` starts without the demo organisation. */
export type StartOptions = { port: number; dataFolder: string; isEmpty: boolean }

/** A mistake of the person who started it; the message says what to do and is shown without a stack. */
export class StartFailure extends Error {}

/** Reads PORT (1 to 65535, default 8080), MIMAMORI_DATA_DIR (default `.data` in the checkout) and `--empty`. */
export function readStartOptions(
  args: string[],
  environment: Record<string, string | undefined>,
  root: string,
  workingFolder: string,
): StartOptions {
  const unknown = args.find((one) => one !== '--empty')
  if (unknown !== undefined) throw new StartFailure(`Unknown argument ${unknown}. npm start knows only -- --empty.`)
  const folder = environment.MIMAMORI_DATA_DIR
  return {
    port: readPort(environment.PORT),
    dataFolder: !folder ? join(root, '.data') : isAbsolute(folder) ? folder : join(workingFolder, folder),
    isEmpty: args.includes('--empty'),
  }
}

function readPort(text: string | undefined): number {
  if (!text) return 8080
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new StartFailure(`PORT is ${JSON.stringify(text)}; it must be a number from 1 to 65535.`)
}
