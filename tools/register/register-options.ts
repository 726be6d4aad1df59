// What `npm run register` was asked for: arguments and environment, checked before anything is sent.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readSettings } from '@mimamori/contract/shared/setting.ts'
import { REGISTER_SETTINGS } from '../start/settings.ts'

export const USAGE = `Usage:
  npm run register -- camera --user admin@site.example --name "Room 301" --url rtsp://user:password@192.168.1.20/stream
                      [--location "Room 301"] [--type ROOM|HALLWAY|DINING] [--hub NAME] [--service URL]
  npm run register -- hub --user super@mimamori.example --name "Hub 3F" --site CODE [--service URL]
The password is asked for, or taken from MIMAMORI_PASSWORD or MIMAMORI_PASSWORD_FILE. The service is http://127.0.0.1:8080 unless said.`

/** A mistake in the arguments; shown together with the usage. */
export class RegisterError extends Error {}

export type RegisterOptions = {
  service: string
  user: string
  /** Null: to be asked for at the terminal. */
  password: string | null
  name: string
} & (
  | { what: 'hub'; site: string }
  | { what: 'camera'; url: string; location: string; locationType: 'ROOM' | 'HALLWAY' | 'DINING'; hub: string | null }
)

const KINDS = ['ROOM', 'HALLWAY', 'DINING'] as const

/** Throws RegisterError, naming the argument. */
export function readRegisterOptions(args: string[], environment: Record<string, string | undefined>): RegisterOptions {
  const { values, positionals } = parse(args)
  const needed = (name: 'user' | 'name' | 'site' | 'url') => {
    const value = values[name]?.trim()
    if (!value) throw new RegisterError(`--${name} is missing.`)
    return value
  }
  const { values: of, errors } = readSettings(REGISTER_SETTINGS, environment, (path) => readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new RegisterError(errors.join('\n'))
  const common = {
    service: (values.service ?? of.MIMAMORI_SERVICE ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    user: needed('user'),
    password: of.MIMAMORI_PASSWORD,
    name: needed('name'),
  }
  const [what] = positionals
  if (what === 'hub') return { what, ...common, site: needed('site') }
  if (what !== 'camera') throw new RegisterError('Say what to register: hub or camera.')
  const locationType = KINDS.find((kind) => kind === (values.type ?? 'ROOM').toUpperCase())
  if (!locationType) throw new RegisterError(`--type is one of ${KINDS.join(', ')}.`)
  const location = values.location?.trim() || common.name
  return { what, ...common, url: needed('url'), location, locationType, hub: values.hub?.trim() ?? null }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { service: text, user: text, name: text, site: text, url: text, location: text, type: text, hub: text },
    })
  } catch (error) {
    throw new RegisterError(error instanceof Error ? error.message : String(error))
  }
}
