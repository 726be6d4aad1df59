/** Options of `npm run simulate`: arguments and the password, validated before anything is sent. */
import { parseArgs } from 'node:util'

export const USAGE = `Usage: MIMAMORI_PASSWORD=… npm run simulate -- --url http://127.0.0.1:8080 --user operator@example.com
  --hubs 10          hubs, each with its spool, heartbeats and socket
  --cameras 100      cameras of all hubs together
  --consoles 5       open consoles
  --seconds 60       how long
  --per-second 2     alerts of all hubs together, at random (Poisson); one in twenty is a fall
  --storm 0          number of extra alerts within ten seconds, at half time
  --power-cut 0      share of the hubs that lose their power at a third of the time, for 20 s
  --clips 0.2        share of the hubs that send a clip with each alert
  --clip-kb 2000     its size
  --pid 0            process of the service on this machine, whose CPU is measured with that of its children
  --seed simulate    the same words raise the same alerts
The user is the operator (SUPER_ADMIN). Hubs and cameras are made on a site with the code SIMULATOR and removed at the end;
the site and its alerts stay.`

/** An error in the arguments; printed with the usage. */
export class SimulateError extends Error {}

const DEFAULTS = {
  ...{ hubs: 10, cameras: 100, consoles: 5, seconds: 60, 'per-second': 2 },
  ...{ storm: 0, 'power-cut': 0, clips: 0.2, 'clip-kb': 2_000, pid: 0 },
}
type Name = keyof typeof DEFAULTS

export type SimulateOptions = {
  url: string
  user: string
  password: string
  seed: string
  number: Record<Name, number>
}

/** Throws SimulateError with the argument's name. */
export function readSimulateOptions(args: string[], password: string | undefined): SimulateOptions {
  const names = Object.keys(DEFAULTS) as Name[]
  const { values } = parse(args, ['url', 'user', 'seed', ...names])
  const number = Object.fromEntries(names.map((name) => [name, Number(values[name] ?? DEFAULTS[name])]))
  for (const name of names) {
    if (!(number[name]! >= 0)) throw new SimulateError(`--${name} is not a number of 0 or more.`)
  }
  if (!values.url || !values.user) throw new SimulateError('--url and --user are needed.')
  if (!password) throw new SimulateError('MIMAMORI_PASSWORD is missing.')
  if (number.cameras! < number.hubs!) throw new SimulateError('--cameras: each hub needs one.')
  const url = values.url.replace(/\/+$/, '')
  return { url, user: values.user, password, seed: values.seed ?? 'simulate', number: number as Record<Name, number> }
}

function parse(args: string[], names: string[]) {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(names.map((name) => [name, text])) })
    return { values: values as Record<string, string | undefined> }
  } catch (error) {
    throw new SimulateError((error as Error).message)
  }
}
