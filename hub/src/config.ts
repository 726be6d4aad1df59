/** The hub's configuration: arguments, environment, and the key file. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hubKey, siteKey } from '@mimamori/contract/fleet/hub.ts'
import { readHubCode } from '@mimamori/contract/fleet/hub-code.ts'
import type { Installation } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { readSettings } from '@mimamori/contract/shared/setting.ts'
import { HUB_SETTINGS } from './settings.ts'

export type HubConfig = {
  /** Address of the service, without a trailing slash. */
  service: string
  /** Null: use the key that the hub stored when it registered itself. */
  key: string | null
  /** The site's authorization key, to register with when no key is stored. */
  siteKey: string | null
  /** The name that the hub registers under; null: the machine's host name. */
  name: string | null
  dataDir: string
  /** Standard input is a pipe from the parent process; the hub exits when that pipe closes. */
  endsWithParentPipe: boolean
  /** Allows cameras on loopback addresses; for the demo. */
  isLoopbackAllowed: boolean
  /** Drawn rooms (`scene:` addresses) may be opened. */
  isDemo: boolean
  /** A fall model (ONNX) of the operator, and the folder of its runtime; null: no model, and the hub's own folder. */
  fallModel: { file: string | null; runtimeFolder: string | null }
  /** Infers falls without the bundled pose model. */
  isWithoutPoses: boolean
  /** Port of the metrics on 127.0.0.1; null: no metrics are served. */
  metricsPort: number | null
  /** Decodes in software even where this machine has hardware decoders. */
  isWithoutHardware: boolean
  /** How the hub was installed, which decides who can upgrade it; and the file of the key that verifies releases. */
  installation: Installation
  releaseKeyFile: string | null
}

/** A setting is missing or invalid. The message is written for the person who starts the hub. */
export class ConfigError extends Error {}

const USAGE = `Usage: npm run hub -- --service http://127.0.0.1:8080 --key mmh_… [--data FOLDER]

  --service   Address of the service. Also: MIMAMORI_SERVICE
  --key       The hub's key, shown once when the hub is made in the console; or
              the text of the code beside it, which names the service too.
              Safer, because other users of this machine can see arguments:
              MIMAMORI_HUB_KEY, or --key-file FILE (MIMAMORI_HUB_KEY_FILE)
  --site-key  Instead of a key: the site's authorization key, mms_…. At its first
              start the hub registers itself with it and stores a key of its
              own in its folder. Safer: MIMAMORI_SITE_KEY
  --name      How it is called then; otherwise as this machine. Also:
              MIMAMORI_HUB_NAME
  --data      Where the hub keeps what it must not lose. Also: MIMAMORI_HUB_DATA,
              MIMAMORI_DATA_DIR. Default: .data/hub in this folder
  --allow-loopback
              Cameras may be on this machine itself, for trying out.
              Also: MIMAMORI_HUB_ALLOW_LOOPBACK=1
  --demo-scenes
              Cameras may be drawn rooms (scene: addresses), for the demo.
              Also: MIMAMORI_HUB_DEMO_SCENES=1
  --fall-model
              A file of your own (ONNX) for the advanced fall model; see
              docs/running/install.md. Also: MIMAMORI_FALL_MODEL
  --fall-model-runtime
              Folder in which onnxruntime-node or onnxruntime-web is installed.
              Also: MIMAMORI_FALL_MODEL_RUNTIME. Default: where the hub is
  --without-poses
              Judge falls by the background alone, on a machine that is too
              slow for the pose model. Also: MIMAMORI_HUB_WITHOUT_POSES=1`

type Environment = Record<string, string | undefined>

/** Arguments override environment variables. Throws ConfigError. */
export function readConfig(args: string[], environment: Environment = process.env, folder = process.cwd()): HubConfig {
  const given = parse(args)
  const { values: of, errors } = readSettings(HUB_SETTINGS, environment, (path) => readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new ConfigError(`The hub cannot start with these settings:\n  ${errors.join('\n  ')}`)
  const said = given.key ?? keyInFile(given['key-file']) ?? of.MIMAMORI_HUB_KEY ?? undefined
  const code = readHubCode(said?.trim() ?? '')
  const service = given.service ?? of.MIMAMORI_SERVICE ?? code?.service
  if (!service) throw new ConfigError(`The address of the service is missing.\n\n${USAGE}`)
  return {
    service: checkedService(service),
    key: said ? checkedKey(code?.key ?? said) : null,
    siteKey: checkedSiteKey(given['site-key'] ?? of.MIMAMORI_SITE_KEY),
    name: (given.name ?? of.MIMAMORI_HUB_NAME)?.trim() || null,
    dataDir: dataDirOf(args, environment, folder),
    endsWithParentPipe: given['parent-pipe'] ?? false,
    isLoopbackAllowed: given['allow-loopback'] ?? of.MIMAMORI_HUB_ALLOW_LOOPBACK,
    isDemo: given['demo-scenes'] ?? of.MIMAMORI_HUB_DEMO_SCENES,
    metricsPort: of.MIMAMORI_HUB_METRICS_PORT,
    isWithoutHardware: of.MIMAMORI_HUB_DECODER === 'software',
    installation: installationOf(of.MIMAMORI_HUB_INSTALLATION, of.MIMAMORI_HUB_RELEASE_KEY),
    releaseKeyFile: pathOf(of.MIMAMORI_HUB_RELEASE_KEY, folder),
    isWithoutPoses: given['without-poses'] ?? of.MIMAMORI_HUB_WITHOUT_POSES,
    fallModel: {
      file: pathOf(given['fall-model'] ?? of.MIMAMORI_FALL_MODEL, folder),
      runtimeFolder: pathOf(given['fall-model-runtime'] ?? of.MIMAMORI_FALL_MODEL_RUNTIME, folder),
    },
  }
}

/** The hub's data folder. Ignores errors in other settings: the launcher needs nothing else. */
export function dataDirOf(args: string[], environment: Environment = process.env, folder = process.cwd()): string {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } }, strict: false })
  const data = typeof values.data === 'string' ? values.data : undefined
  const { MIMAMORI_HUB_DATA: own, MIMAMORI_DATA_DIR: shared } = environment
  return resolve(folder, data ?? (own?.trim() ? own : shared?.trim() ? shared : join('.data', 'hub')))
}

function installationOf(started: 'launcher' | 'container' | null, key: string | null): Installation {
  if (started !== 'launcher') return started ?? 'checkout'
  return key ? 'launcher' : 'keyless'
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    service: text,
    key: text,
    'key-file': text,
    'site-key': text,
    name: text,
    data: text,
    'parent-pipe': { type: 'boolean' },
    'allow-loopback': { type: 'boolean' },
    'demo-scenes': { type: 'boolean' },
    'fall-model': text,
    'fall-model-runtime': text,
    'without-poses': { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function pathOf(given: string | null, folder: string): string | null {
  const path = given?.trim()
  return path ? resolve(folder, path) : null
}

function checkedService(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`${address} is not an address of a service. It looks like http://127.0.0.1:8080.`)
  }
  if (url.username || url.password) throw new ConfigError('The address of the service may hold no user or password.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api$/, '')
}

/** The error for a hub that has neither a key, nor a stored key, nor a site key to register with. */
export function keyMissing(): ConfigError {
  return new ConfigError(`The key of this hub is missing. Make a hub in the console to get one.\n\n${USAGE}`)
}

function checkedSiteKey(key: string | null): string | null {
  const trimmed = key?.trim()
  if (!trimmed) return null
  if (siteKey.safeParse(trimmed).success) return trimmed
  throw new ConfigError(
    'This is not a site authorization key. It begins with mms_ and is shown once, when it is issued.',
  )
}

function checkedKey(key: string): string {
  const trimmed = key.trim()
  if (hubKey.safeParse(trimmed).success) return trimmed
  throw new ConfigError('This is not a hub key. It begins with mmh_ and is shown once, when the hub is made.')
}

function keyInFile(path: string | undefined): string | undefined {
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`The file of the hub key cannot be read: ${(error as Error).message}`)
  }
}
