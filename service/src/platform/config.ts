/** The settings of the service: the only reader of the environment. Every fault is named at once, at the start. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .default('')
  .transform((text) => text === '1' || text === 'true')

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** One's own PostgreSQL 18, by an account that may create roles; without it the embedded one is started. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MIMAMORI_DATA_DIR: z.string().min(1).optional(),
  /** 32 bytes in base64; without it a key file is made at the first start. */
  MIMAMORI_MASTER_KEY: z.string().optional(),
  MIMAMORI_MASTER_KEY_FILE: z.string().optional(),
  /** The key before the present one, while tokens and sealed values of it are still good. */
  MIMAMORI_MASTER_KEY_PREVIOUS: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Whether the demo organisation may be there; it is refused on any address but loopback. */
  MIMAMORI_DEMO: flag,
  /** The built console. */
  CONSOLE_DIR: z.string().optional(),
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas. */
  MIMAMORI_PROXIES: z.string().default(''),
  /** Multiplies how many calls are allowed: for measurements. */
  MIMAMORI_RATE_FACTOR: z.coerce.number().min(0.01).max(1e6).default(1),
})

export type Config = {
  port: number
  host: string
  databaseUrl: string | null
  dataDir: string
  masterKey: string | null
  masterKeyFile: string
  previousMasterKey: string | null
  logLevel: z.output<typeof environment>['LOG_LEVEL']
  isDemo: boolean
  consoleDir: string
  proxies: readonly string[]
  rateFactor: number
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Reads `env`; throws one Error whose message names every setting that is wrong. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The service cannot start with these settings:\n${faults.join('\n')}`)
  }
  const of = parsed.data
  if (of.MIMAMORI_DEMO && !LOOPBACK.includes(of.HOST)) {
    throw new Error(`HOST: the demo organisation has public passwords, so it is not served on ${of.HOST}.`)
  }
  const dataDir = resolve(of.MIMAMORI_DATA_DIR ?? join(homedir(), '.local', 'share', 'mimamori'))
  return {
    port: of.PORT,
    host: of.HOST,
    databaseUrl: of.DATABASE_URL ?? null,
    dataDir,
    masterKey: of.MIMAMORI_MASTER_KEY ?? null,
    masterKeyFile: of.MIMAMORI_MASTER_KEY_FILE ?? join(dataDir, 'master.key'),
    previousMasterKey: of.MIMAMORI_MASTER_KEY_PREVIOUS ?? null,
    logLevel: of.LOG_LEVEL,
    isDemo: of.MIMAMORI_DEMO,
    consoleDir: of.CONSOLE_DIR ?? resolve(import.meta.dirname, '../../../console/dist'),
    proxies: of.MIMAMORI_PROXIES.split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    rateFactor: of.MIMAMORI_RATE_FACTOR,
  }
}
