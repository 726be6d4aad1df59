/** All settings of the service. docs/settings.md is generated from it. */
import { CSV_ENCODINGS } from '@mimamori/contract/shared/csv.ts'
import { setting } from '@mimamori/contract/shared/setting.ts'
import { plainAddress, plainRange } from './http/address.ts'

const KEY_BYTES = 32
const isNetwork = (text: string) => plainAddress(text) !== null || plainRange(text) !== null
const isHost = (text: string) => isNetwork(text) || /^[\p{L}\p{N}.*_-]+$/u.test(text)
const isKey = (text: string) => Buffer.from(text.trim(), 'base64').length === KEY_BYTES
const KEY = '32 bytes in base64 (openssl rand -base64 32)'
const HOSTS = 'host names, addresses or ranges (10.0.0.0/8), by commas'

const reach = {
  PORT: setting.number({ meaning: 'Port to listen on; 0 takes any free one.', least: 0, most: 65_535, default: 8080 }),
  HOST: setting.text({ meaning: 'Address to listen on; 0.0.0.0 is every one of this machine.', default: '127.0.0.1' }),
  MIMAMORI_PUBLIC_URL: setting.url({
    meaning:
      'Where people reach the console, for links in e-mails and for push services; without it the address that the service listens on.',
    schemes: ['https', 'http'],
  }),
  MIMAMORI_TLS_CERT: setting.text({
    meaning: 'Certificate for HTTPS (PEM, the ones between it and its authority after it); read anew when it changes.',
    allowed: 'a file',
  }),
  MIMAMORI_TLS_KEY: setting.text({
    meaning: 'Key of that certificate (PEM); needed with it.',
    allowed: 'a file',
  }),
  MIMAMORI_HTTP_PORT: setting.number({
    meaning:
      'With HTTPS: a second port without it, which hands out the certificate of an own authority at /ca and sends everything else to HTTPS.',
    ...{ least: 1, most: 65_535, default: null },
  }),
  MIMAMORI_PROXIES: setting.list({
    meaning: 'Proxies whose X-Forwarded-For is believed.',
    allowed: 'addresses or ranges (10.0.0.0/8), by commas',
    check: (text) => isNetwork(text) || ['loopback', 'linklocal', 'uniquelocal'].includes(text),
  }),
  MIMAMORI_NATS_URL: setting.text({
    meaning: 'NATS that joins several instances on one database; without it there is one instance.',
    allowed: 'nats:// or tls:// addresses, by commas',
    check: (text) => /^(nats|tls):\/\/[^\s,]+(\s*,\s*(nats|tls):\/\/[^\s,]+)*$/.test(text),
    isSecret: true,
  }),
  MIMAMORI_DRAIN_SECONDS: setting.number({
    meaning:
      'How long an instance that is asked to end goes on serving while /health/ready says no, so that a balancer sends nobody to it; without it 4 with MIMAMORI_NATS_URL, and 0 alone.',
    ...{ least: 0, most: 60, default: null },
  }),
  MIMAMORI_RATE_FACTOR: setting.number({
    meaning: 'Multiplies how many calls are allowed: for measurements.',
    ...{ least: 0.01, most: 1_000_000, default: 1, isWhole: false },
  }),
}

const data = {
  DATABASE_URL: setting.url({
    meaning:
      'A PostgreSQL of your own, 15 or newer, by an account that may create roles or has the grants that `npm run grants` writes; without it a checkout starts the embedded one.',
    schemes: ['postgres', 'postgresql'],
    isSecret: true,
  }),
  MIMAMORI_EMBEDDED_DATABASE: setting.flag({
    meaning:
      'Whether the service may start its own PostgreSQL in the data folder when DATABASE_URL is not set. The programs of a release set false: there it is for trying out.',
    default: true,
  }),
  MIMAMORI_POOLER_URL: setting.url({
    meaning:
      'PgBouncer in transaction mode before DATABASE_URL, as postgres://host:6432/database; the service signs in there as mimamori_service. DATABASE_URL stays the address of the server itself.',
    schemes: ['postgres', 'postgresql'],
  }),
  MIMAMORI_POOLER_PREPARES: setting.flag({
    meaning: 'Whether that PgBouncer keeps prepared statements apart (1.21 or newer, max_prepared_statements above 0).',
    default: false,
  }),
  MIMAMORI_HUB_RELEASES: setting.text({
    meaning:
      'Folder of the releases that hubs may be upgraded to, as `npm run release` writes them, each in a folder; without it hub-releases in the data folder.',
    allowed: 'a folder',
  }),
  MIMAMORI_DATA_DIR: setting.text({
    meaning: 'Folder of all data; without it .local/share/mimamori in the home folder.',
    allowed: 'a folder',
  }),
  MIMAMORI_MASTER_KEY: setting.text({
    meaning: 'Signs tokens and seals passwords. Without it the key is in the file that MIMAMORI_MASTER_KEY_FILE names.',
    ...{ allowed: KEY, check: isKey, isSecret: true },
  }),
  MIMAMORI_MASTER_KEY_FILE: setting.text({
    meaning:
      'File of the master key, for its owner alone (mode 600), made at the first start; without it master.key in the data folder.',
    allowed: 'a file',
  }),
  MIMAMORI_MASTER_KEY_PREVIOUS: setting.text({
    meaning: 'The master key before the present one, while tokens and sealed values of it are still good.',
    ...{ allowed: KEY, check: isKey, isSecret: true },
  }),
  MIMAMORI_SUBSCRIPTIONS: setting.flag({
    meaning: 'Whether the operator sells subscriptions: new sites then begin without packages and cameras.',
  }),
  MIMAMORI_LOCAL_HUB_KEY: setting.text({
    meaning:
      'File to which the first setup writes the key of a hub that stands ready on this machine; set by `npm start -- --empty`.',
    allowed: 'a file',
  }),
  MIMAMORI_DEMO: setting.flag({
    meaning: 'Whether the demo organisation may be there; it is refused on any address but loopback.',
  }),
  CONSOLE_DIR: setting.text({
    meaning: 'Folder of the built console; without it the one of this checkout.',
    allowed: 'a folder',
  }),
}

const bucket = {
  MIMAMORI_S3_URL: setting.url({
    meaning: 'Server of S3, for files or backups.',
    schemes: ['https', 'http'],
  }),
  MIMAMORI_S3_BUCKET: setting.text({
    meaning:
      'Bucket in which images, clips and recordings are stored, sealed; it must be there. Without it they are in the data folder.',
    allowed: '3 to 63 characters: small letters, digits, dots, hyphens',
    check: (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
  }),
  MIMAMORI_S3_REGION: setting.text({ meaning: 'Its region; your own servers take any.', default: 'us-east-1' }),
  MIMAMORI_S3_KEY_ID: setting.text({ meaning: 'Access key that may read, write, list and delete in the bucket.' }),
  MIMAMORI_S3_SECRET: setting.text({ meaning: 'Its secret.', isSecret: true }),
}

const backup = {
  MIMAMORI_BACKUP_DIR: setting.text({
    meaning:
      'Place of the backups, on another disk or machine; without it the database alone goes to `backups` in the data folder.',
    allowed: 'a folder, or s3://bucket/prefix of the server that MIMAMORI_S3_URL names',
    check: (text) => !text.startsWith('s3:') || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/.test(text),
  }),
  MIMAMORI_BACKUP_AT: setting.text({
    meaning: 'Time of day of the nightly backup, by the clock of the machine; `off` makes none.',
    ...{ allowed: 'a time such as 03:00, or off', default: '03:00' },
    check: (text) => text === 'off' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
  }),
  MIMAMORI_BACKUP_RETAINED: setting.number({
    meaning: 'Backups that stay; older ones are removed.',
    ...{ least: 1, most: 1000, default: 14, unit: 'backups' },
  }),
  MIMAMORI_BACKUP_PASSPHRASE: setting.text({
    meaning:
      'Encrypts the backups. Without it one is made at the first backup, in backup.passphrase in the data folder: store a copy elsewhere.',
    ...{ allowed: 'at least 12 characters', check: (text: string) => text.length >= 12, isSecret: true },
  }),
}

const nights = {
  MIMAMORI_NIGHT_DIR: setting.text({
    meaning:
      'An hour after each night its rooms go here as CSV for the care record, in a folder for each site: names of residents, sleep, alarms, check-ins, notes.',
    allowed: 'a folder on this machine that the service may write',
  }),
  MIMAMORI_NIGHT_ENCODING: setting.choice({
    meaning: 'Encoding of these files; older programs read `shift_jis`, in which `〓` stands for what it lacks.',
    of: CSV_ENCODINGS,
    default: 'utf-8',
  }),
}

const broker = {
  MIMAMORI_MQTT_URL: setting.url({
    meaning:
      'MQTT broker, as mqtts://user:password@host:8883, for Home Assistant: it gets rooms with state, call and camera, nobody’s name and no image.',
    ...{ schemes: ['mqtts', 'mqtt'], isSecret: true },
  }),
  MIMAMORI_MQTT_SITES: setting.list({
    meaning: 'Sites whose rooms go there; without it none.',
    ...{ allowed: 'codes of sites, by commas', check: (text) => /^[A-Za-z0-9-]+$/.test(text) },
  }),
  MIMAMORI_MQTT_PREFIX: setting.text({
    meaning: 'What its topics begin with.',
    ...{ allowed: 'letters, digits, - and _, in parts by /', default: 'mimamori' },
    check: (text) => /^[\w-]+(\/[\w-]+)*$/.test(text) && !text.startsWith('homeassistant'),
  }),
  MIMAMORI_MQTT_CLAIM_AS: setting.text({
    meaning: 'Programs that write there may claim the alarms of a room, under this name; without it nobody.',
    ...{ allowed: '1 to 100 characters', check: (text: string) => text.length <= 100 },
  }),
}

const watch = {
  LOG_LEVEL: setting.choice({
    meaning: 'How much is logged.',
    of: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
  }),
  MIMAMORI_MONITOR_TOKEN: setting.text({
    meaning: 'Opens /metrics and /api/docs to callers that are not on this machine: `authorization: Bearer …`.',
    ...{ allowed: 'at least 16 characters', check: (text: string) => text.length >= 16, isSecret: true },
  }),
  MIMAMORI_DEADMAN_URL: setting.url({
    meaning: 'Called once a minute while all is well; its owner raises an alarm when the calls stay away.',
    ...{ schemes: ['https', 'http'], isSecret: true },
  }),
}

const others = {
  SMTP_URL: setting.url({
    meaning: 'Mail server: `smtps://user:password@host:465`, or the parts below. Without it no e-mail is sent.',
    ...{ schemes: ['smtps', 'smtp'], isSecret: true },
  }),
  SMTP_HOST: setting.text({ meaning: 'Host of the mail server.' }),
  SMTP_PORT: setting.number({
    meaning: 'Its port; 465 speaks TLS from the start, every other one by STARTTLS. Without it 587.',
    ...{ least: 1, most: 65_535, default: null },
  }),
  SMTP_USER: setting.text({ meaning: 'User at the mail server.' }),
  SMTP_PASSWORD: setting.text({ meaning: 'Password at the mail server.', isSecret: true }),
  SMTP_FROM: setting.text({
    meaning: 'Whom e-mail comes from; needed with a mail server.',
    allowed: 'an address, or a name and the address in <>; 3 to 320 characters',
    check: (text) => text.length >= 3 && text.length <= 320,
  }),
  MIMAMORI_EXTERNAL_HOSTS: setting.list({
    meaning:
      'What external systems, webhooks and providers that ring phones may be reached at although it is private or without TLS.',
    ...{ allowed: HOSTS, check: isHost },
  }),
  MIMAMORI_PUSH_HOSTS: setting.list({
    meaning: 'What push services may be reached at although it is private or without TLS.',
    ...{ allowed: HOSTS, check: isHost },
  }),
  MIMAMORI_MODEL_URL: setting.url({
    meaning:
      'A model that writes incident reports: address of an OpenAI-compatible service up to /v1. Without it none.',
    schemes: ['https', 'http'],
  }),
  MIMAMORI_MODEL_NAME: setting.text({
    meaning: 'The model as that service calls it; needed with the address.',
    ...{ allowed: '1 to 200 characters', check: (text: string) => text.length <= 200 },
  }),
  MIMAMORI_MODEL_KEY: setting.text({ meaning: 'Sent to that service as bearer token.', isSecret: true }),
  MIMAMORI_MODEL_IMAGES: setting.flag({ meaning: 'Whether the model gets images, not only facts.', default: true }),
  MIMAMORI_MODEL_PER_DAY: setting.number({
    meaning: 'Reports that the model may write for one site within 24 hours.',
    ...{ least: 0, most: 100_000, default: 50, unit: 'reports' },
  }),
}

export const SERVICE_SETTINGS = { ...reach, ...data, ...bucket, ...backup, ...nights, ...broker, ...watch, ...others }
