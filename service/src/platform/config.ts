/** The settings of the service: the only reader of the environment. All errors are reported together, at the start. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CsvEncoding } from '@mimamori/contract/shared/csv.ts'
import { readSettings, type SettingValues } from '@mimamori/contract/shared/setting.ts'
import type { BackupFiles } from '@mimamori/contract/site/installation.ts'
import type { BucketConfig, BucketServer } from './files/bucket.ts'
import type { TlsFiles } from './http/tls.ts'
import { SERVICE_SETTINGS } from './settings.ts'

type Environment = SettingValues<typeof SERVICE_SETTINGS>

/** The SMTP server for outgoing e-mail. `user` null: it requires no login. */
export type SmtpConfig = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  isTls: boolean
  user: string | null
  password: string
  from: string
}

/** The model that writes incident reports. Its host may be private: it was configured on purpose. */
export type ModelConfig = {
  /** Without a trailing slash. */
  url: string
  name: string
  key: string | null
  sendsImages: boolean
  /** Limit for one site within 24 hours. */
  perDay: number
}

/** The broker that gets rooms. */
export type MqttConfig = {
  url: string
  /** Codes. */
  sites: readonly string[]
  prefix: string
  /** The name under which commands claim; null: no command is taken. */
  claimAs: string | null
}

/** Where and when backups are made. */
export type BackupConfig = {
  /** A folder, or `s3://bucket/prefix`. */
  place: string
  /** The server of its bucket; null: it is a folder. */
  server: BucketServer | null
  /** Media are copied only into an explicitly named place, and not if they are in a bucket. */
  files: BackupFiles
  /** Null: it is stored in `passphraseFile`, and created there if missing. */
  passphrase: string | null
  passphraseFile: string
  /** Minutes since midnight of the machine; null: no automatic backup. */
  atMinute: number | null
  retained: number
}

/** With several instances: two polls of a load balancer that polls every two seconds. */
const DRAIN_SECONDS = 4

export type Config = {
  port: number
  host: string
  /** Null: HTTP, on this machine or behind an HTTPS proxy. */
  tls: TlsFiles | null
  /** With `tls`: the port on which HTTP redirects to HTTPS. */
  httpPort: number | null
  databaseUrl: string | null
  /** Null: the service connects directly to the server. */
  pooler: { url: string; prepares: boolean } | null
  dataDir: string
  /** Releases for hubs, one folder each. */
  hubReleasesDir: string
  masterKey: string | null
  masterKeyFile: string
  previousMasterKey: string | null
  logLevel: Environment['LOG_LEVEL']
  isDemo: boolean
  consoleDir: string
  proxies: readonly string[]
  rateFactor: number
  /** Null: this is the only instance. */
  natsUrl: string | null
  /** Time between a shutdown request and the shutdown, during which requests are still served. */
  drainMs: number
  /** The server for buckets of files or backups; null: none. */
  bucketServer: BucketServer | null
  /** Where files of tenants are stored; null: in the data folder. */
  bucket: BucketConfig | null
  /** Null: metrics and the API description are for this machine alone. */
  monitorToken: string | null
  /** Without a trailing slash. */
  publicUrl: string
  /** Permitted hosts of external systems, besides public HTTPS addresses. */
  externalHosts: readonly string[]
  /** Permitted hosts of push services, besides public HTTPS addresses. */
  pushHosts: readonly string[]
  /** Where the heartbeat ping is sent; null: nowhere. */
  heartbeatPingUrl: string | null
  backup: BackupConfig
  /** Where nights go as files for care records; null: nowhere. */
  nights: { folder: string; encoding: CsvEncoding } | null
  /** Null: rooms go to no broker. */
  mqtt: MqttConfig | null
  /** New sites begin without packages and cameras, which the operator sells. */
  sellsSubscriptions: boolean
  /** Where the key of the hub on this machine goes; null: no hub stands ready here. */
  localHubKeyFile: string | null
  /** Null: e-mail is not sent but stored for the mailbox page. */
  smtp: SmtpConfig | null
  /** Null: incident reports are written from facts alone, and no data leaves the machine for them. */
  model: ModelConfig | null
}

export const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Reads `env`; throws one Error whose message names every wrong setting. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const { values: of, errors } = readSettings(SERVICE_SETTINGS, env, (path) => readFileSync(path, 'utf8'))
  if (errors.length > 0) {
    throw new Error(`The service cannot start with these settings:\n${errors.map((error) => `  ${error}`).join('\n')}`)
  }
  if (of.MIMAMORI_DEMO && !LOOPBACK.includes(of.HOST)) {
    throw new Error(`HOST: the demo organisation has public passwords, so it is not served on ${of.HOST}.`)
  }
  if (of.DATABASE_URL === null && !of.MIMAMORI_EMBEDDED_DATABASE) {
    throw new Error(
      'DATABASE_URL: set it to a PostgreSQL 15 or newer (docs/running/install.md). To try the service with a PostgreSQL in its data folder, set MIMAMORI_EMBEDDED_DATABASE=true.',
    )
  }
  const dataDir = resolve(of.MIMAMORI_DATA_DIR ?? join(homedir(), '.local', 'share', 'mimamori'))
  return {
    port: of.PORT,
    host: of.HOST,
    tls: tlsOf(of),
    httpPort: of.MIMAMORI_HTTP_PORT,
    databaseUrl: of.DATABASE_URL,
    pooler:
      of.MIMAMORI_POOLER_URL === null ? null : { url: of.MIMAMORI_POOLER_URL, prepares: of.MIMAMORI_POOLER_PREPARES },
    dataDir,
    hubReleasesDir: resolve(of.MIMAMORI_HUB_RELEASES ?? join(dataDir, 'hub-releases')),
    masterKey: of.MIMAMORI_MASTER_KEY,
    masterKeyFile: of.MIMAMORI_MASTER_KEY_FILE ?? join(dataDir, 'master.key'),
    previousMasterKey: of.MIMAMORI_MASTER_KEY_PREVIOUS,
    logLevel: of.LOG_LEVEL,
    isDemo: of.MIMAMORI_DEMO,
    consoleDir: of.CONSOLE_DIR ?? resolve(import.meta.dirname, '../../../console/dist'),
    proxies: of.MIMAMORI_PROXIES,
    externalHosts: of.MIMAMORI_EXTERNAL_HOSTS,
    pushHosts: of.MIMAMORI_PUSH_HOSTS,
    rateFactor: of.MIMAMORI_RATE_FACTOR,
    natsUrl: of.MIMAMORI_NATS_URL,
    drainMs: 1000 * (of.MIMAMORI_DRAIN_SECONDS ?? (of.MIMAMORI_NATS_URL === null ? 0 : DRAIN_SECONDS)),
    bucketServer: bucketServerOf(of),
    bucket: bucketOf(of),
    monitorToken: of.MIMAMORI_MONITOR_TOKEN,
    heartbeatPingUrl: of.MIMAMORI_DEADMAN_URL,
    backup: readBackup(of, dataDir),
    nights:
      of.MIMAMORI_NIGHT_DIR === null
        ? null
        : { folder: resolve(of.MIMAMORI_NIGHT_DIR), encoding: of.MIMAMORI_NIGHT_ENCODING },
    mqtt: mqttOf(of),
    publicUrl: publicUrlOf(of),
    sellsSubscriptions: of.MIMAMORI_SUBSCRIPTIONS,
    localHubKeyFile: of.MIMAMORI_LOCAL_HUB_KEY === null ? null : resolve(of.MIMAMORI_LOCAL_HUB_KEY),
    smtp: smtpOf(of),
    model: modelOf(of),
  }
}

function readBackup(of: Environment, dataDir: string): BackupConfig {
  const [hour, minute] = of.MIMAMORI_BACKUP_AT.split(':').map(Number)
  return {
    ...backupPlaceOf(of, dataDir),
    files: of.MIMAMORI_BACKUP_DIR === null ? 'left-out' : bucketOf(of) ? 'in-bucket' : 'copied',
    passphrase: of.MIMAMORI_BACKUP_PASSPHRASE,
    passphraseFile: join(dataDir, 'backup.passphrase'),
    atMinute: of.MIMAMORI_BACKUP_AT === 'off' ? null : hour! * 60 + minute!,
    retained: of.MIMAMORI_BACKUP_RETAINED,
  }
}

function tlsOf({ MIMAMORI_TLS_CERT: certFile, MIMAMORI_TLS_KEY: keyFile, ...of }: Environment): TlsFiles | null {
  if (certFile !== null && keyFile !== null) return { certFile: resolve(certFile), keyFile: resolve(keyFile) }
  if (certFile !== null) throw new Error('MIMAMORI_TLS_KEY: a certificate needs its key.')
  if (keyFile !== null) throw new Error('MIMAMORI_TLS_CERT: a key needs its certificate.')
  if (of.MIMAMORI_HTTP_PORT !== null)
    throw new Error('MIMAMORI_HTTP_PORT: it leads to HTTPS, which needs a certificate.')
  return null
}

function publicUrlOf(of: Environment): string {
  const isEverywhere = of.HOST === '0.0.0.0' || of.HOST === '::'
  const host = of.HOST.includes(':') && !isEverywhere ? `[${of.HOST}]` : of.HOST
  return (
    of.MIMAMORI_PUBLIC_URL ??
    `${of.MIMAMORI_TLS_CERT ? 'https' : 'http'}://${isEverywhere ? 'localhost' : host}:${of.PORT}`
  ).replace(/\/+$/, '')
}

const TLS_PORT = 465
const SUBMISSION_PORT = 587

function smtpOf(of: Environment): SmtpConfig | null {
  const url = of.SMTP_URL === null ? null : new URL(of.SMTP_URL)
  const host = url ? url.hostname : of.SMTP_HOST
  if (host === null) return null
  if (of.SMTP_FROM === null) throw new Error('SMTP_FROM: e-mail needs an address that it comes from.')
  const named = url ? Number(url.port) || null : of.SMTP_PORT
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

function mqttOf(of: Environment): MqttConfig | null {
  if (of.MIMAMORI_MQTT_URL === null || of.MIMAMORI_MQTT_SITES.length === 0) return null
  const { MIMAMORI_MQTT_SITES: sites, MIMAMORI_MQTT_PREFIX: prefix, MIMAMORI_MQTT_CLAIM_AS: claimAs } = of
  return { url: of.MIMAMORI_MQTT_URL, sites, prefix, claimAs }
}

function bucketServerOf(of: Environment): BucketServer | null {
  if (of.MIMAMORI_S3_URL === null) return null
  const { MIMAMORI_S3_KEY_ID: keyId, MIMAMORI_S3_SECRET: secret } = of
  if (keyId === null || secret === null) {
    throw new Error('MIMAMORI_S3_URL: it needs MIMAMORI_S3_KEY_ID and MIMAMORI_S3_SECRET, too.')
  }
  return { endpoint: of.MIMAMORI_S3_URL, region: of.MIMAMORI_S3_REGION, keyId, secret }
}

function bucketOf(of: Environment): BucketConfig | null {
  const server = bucketServerOf(of)
  if (of.MIMAMORI_S3_BUCKET === null) return null
  if (server === null) throw new Error('MIMAMORI_S3_BUCKET: it needs MIMAMORI_S3_URL, too.')
  return { ...server, bucket: of.MIMAMORI_S3_BUCKET }
}

function backupPlaceOf(of: Environment, dataDir: string): Pick<BackupConfig, 'place' | 'server'> {
  const place = of.MIMAMORI_BACKUP_DIR ?? join(dataDir, 'backups')
  if (!place.startsWith('s3://')) return { place: resolve(place), server: null }
  const server = bucketServerOf(of)
  if (server === null) throw new Error('MIMAMORI_BACKUP_DIR: a bucket needs MIMAMORI_S3_URL, too.')
  return { place, server }
}

function modelOf(of: Environment): ModelConfig | null {
  if (of.MIMAMORI_MODEL_URL === null) return null
  if (of.MIMAMORI_MODEL_NAME === null) throw new Error('MIMAMORI_MODEL_NAME: a model needs a name.')
  return {
    url: of.MIMAMORI_MODEL_URL.replace(/\/+$/, ''),
    name: of.MIMAMORI_MODEL_NAME,
    key: of.MIMAMORI_MODEL_KEY,
    sendsImages: of.MIMAMORI_MODEL_IMAGES,
    perDay: of.MIMAMORI_MODEL_PER_DAY,
  }
}
