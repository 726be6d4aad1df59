/** The settings of the service: the only reader of the environment. Every error is named at once, at the start. */
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
  /** Where people reach the console, for the links in e-mails; without it the address that the service listens on. */
  MIMAMORI_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Opens /metrics and /api/docs to callers that are not on this machine: `authorization: Bearer …`. */
  MIMAMORI_MONITOR_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  /** Where e-mail is handed over: `smtps://user:password@host:465`, or the parts below. Without it none is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_HOST: z.string().min(1).optional(),
  /** 465 speaks TLS from the start, every other one by STARTTLS. */
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  /** Whom e-mail comes from: `Mimamori <mimamori@home.example>` or the address alone. */
  SMTP_FROM: z.string().min(3).max(320).optional(),
  /** Hosts, addresses and ranges that external systems may have though they are private or without TLS, by commas. */
  MIMAMORI_EXTERNAL_HOSTS: z.string().default(''),
  /** Hosts, addresses and ranges that push services may have though they are private or without TLS, by commas. */
  MIMAMORI_PUSH_HOSTS: z.string().default(''),
  /** Called once a minute while all is well; its owner raises an alarm when the calls stay away. */
  MIMAMORI_DEADMAN_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A model that writes incident reports: the address of an OpenAI-compatible service, up to `/v1`. Without it none is asked. */
  MIMAMORI_MODEL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** As that service calls it; needed with the address. */
  MIMAMORI_MODEL_NAME: z.string().min(1).max(200).optional(),
  MIMAMORI_MODEL_KEY: z.string().optional(),
  /** `0`: the model gets no pictures, only facts. */
  MIMAMORI_MODEL_PICTURES: z.enum(['', '0', '1', 'true', 'false']).default('1'),
  /** Reports that the model may write for one site within 24 hours. */
  MIMAMORI_MODEL_PER_DAY: z.coerce.number().int().min(0).max(100_000).default(50),
  /** Multiplies how many calls are allowed: for measurements. */
  MIMAMORI_RATE_FACTOR: z.coerce.number().min(0.01).max(1e6).default(1),
})

/** The server that takes e-mail from us. `user` null: it asks for none. */
export type SmtpConfig = {
  host: string
  port: number
  /** TLS from the first byte; otherwise by STARTTLS. */
  isTls: boolean
  user: string | null
  password: string
  from: string
}

/** The model that writes incident reports. Its host may be private: it was configured on purpose. */
export type ModelConfig = {
  /** Without a slash at its end. */
  url: string
  name: string
  key: string | null
  sendsPictures: boolean
  /** For one site within 24 hours. */
  perDay: number
}

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
  /** Null: figures and the description of the calls are for this machine alone. */
  monitorToken: string | null
  /** Without a slash at its end. */
  publicUrl: string
  /** What external systems may be reached at beside public addresses by https. */
  externalHosts: readonly string[]
  /** What push services may be reached at beside public addresses by https. */
  pushHosts: readonly string[]
  /** Where the sign of life goes; null: nowhere. */
  heartbeatPingUrl: string | null
  /** Null: e-mail is not sent but stored for the mailbox page. */
  smtp: SmtpConfig | null
  /** Null: incident reports are written from facts alone, and nothing leaves the machine for them. */
  model: ModelConfig | null
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Reads `env`; throws one Error whose message names every setting that is wrong. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The service cannot start with these settings:\n${errors.join('\n')}`)
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
    proxies: listOf(of.MIMAMORI_PROXIES),
    externalHosts: listOf(of.MIMAMORI_EXTERNAL_HOSTS),
    pushHosts: listOf(of.MIMAMORI_PUSH_HOSTS),
    rateFactor: of.MIMAMORI_RATE_FACTOR,
    monitorToken: of.MIMAMORI_MONITOR_TOKEN ?? null,
    heartbeatPingUrl: of.MIMAMORI_DEADMAN_URL ?? null,
    publicUrl: publicUrlOf(of),
    smtp: smtpOf(of),
    model: modelOf(of),
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

type Environment = z.output<typeof environment>

function publicUrlOf(of: Environment): string {
  const isEverywhere = of.HOST === '0.0.0.0' || of.HOST === '::'
  const host = of.HOST.includes(':') && !isEverywhere ? `[${of.HOST}]` : of.HOST
  return (of.MIMAMORI_PUBLIC_URL ?? `http://${isEverywhere ? 'localhost' : host}:${of.PORT}`).replace(/\/+$/, '')
}

const TLS_PORT = 465
const SUBMISSION_PORT = 587

function smtpOf(of: Environment): SmtpConfig | null {
  const url = of.SMTP_URL === undefined ? null : new URL(of.SMTP_URL)
  const host = url ? url.hostname : of.SMTP_HOST
  if (host === undefined) return null
  if (of.SMTP_FROM === undefined) throw new Error('SMTP_FROM: e-mail needs an address that it comes from.')
  const named = url ? Number(url.port) || undefined : of.SMTP_PORT
  const isTls = url?.protocol === 'smtps:' || (!url && named === TLS_PORT)
  const user = url ? decodeURIComponent(url.username) : of.SMTP_USER
  return {
    host,
    port: named ?? (isTls ? TLS_PORT : SUBMISSION_PORT),
    isTls,
    user: user || null,
    password: url ? decodeURIComponent(url.password) : (of.SMTP_PASSWORD ?? ''),
    from: of.SMTP_FROM,
  }
}

function modelOf(of: Environment): ModelConfig | null {
  if (of.MIMAMORI_MODEL_URL === undefined) return null
  if (of.MIMAMORI_MODEL_NAME === undefined) throw new Error('MIMAMORI_MODEL_NAME: a model needs a name.')
  return {
    url: of.MIMAMORI_MODEL_URL.replace(/\/+$/, ''),
    name: of.MIMAMORI_MODEL_NAME,
    key: of.MIMAMORI_MODEL_KEY ?? null,
    sendsPictures: of.MIMAMORI_MODEL_PICTURES === '1' || of.MIMAMORI_MODEL_PICTURES === 'true',
    perDay: of.MIMAMORI_MODEL_PER_DAY,
  }
}
