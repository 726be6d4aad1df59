/** Structured logs, one JSON object per line, without secrets. */
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'

const SECRET_FIELDS = ['password', 'userPassword', 'token', 'siteKey', 'authorization', 'x-authtoken', 'secret']
const HIDDEN = '[hidden]'
/** Credentials in an address: `rtsp://user:password@camera`. */
const CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]*:[^\s/@]*@/gi
/** Signatures, tickets and tokens in a query. */
const QUERY_SECRETS = /([?&](?:h|ticket|token|key)=)[^&\s"]+/gi
const HUB_KEY = /\bmmh_([a-z0-9]{12})_[A-Za-z0-9_-]{43}/g
const SITE_KEY = /\bmms_[A-Za-z0-9_-]{43}/g

/** Removes credentials, signatures and keys from a text. */
export function withoutSecrets(text: string): string {
  return text
    .replace(CREDENTIALS, `$1${HIDDEN}@`)
    .replace(QUERY_SECRETS, `$1${HIDDEN}`)
    .replace(HUB_KEY, `mmh_$1_${HIDDEN}`)
    .replace(SITE_KEY, `mms_${HIDDEN}`)
}

/** Codes of the system, of Node and of SQL: `ENOSPC`, `ERR_STREAM_DESTROYED`, `23505`. */
const ERROR_CODE = /^(E[A-Z0-9]{2,20}|ERR_[A-Z0-9_]+|[A-Z0-9]{5}|CONNECTION_[A-Z]+)$/
/** An entry of the contract's table, as `hub.putMedia`. */
const CALL_KEY = /^[a-zA-Z]{1,40}\.[a-zA-Z]{1,60}$/

/** Names that a technician needs in one place and that hold secrets in all others: judged by place and shape. */
const AMBIGUOUS = ['code', 'key']

function withoutCodes(facts: Record<string, unknown>, place = ''): Record<string, unknown> {
  const entries = Object.entries(facts).map(([name, value]) => {
    if (AMBIGUOUS.includes(name)) {
      const isCall = place === 'call' && name === 'key' && typeof value === 'string' && CALL_KEY.test(value)
      return [name, isCall ? value : HIDDEN]
    }
    const isPlain = place === '' && value !== null && typeof value === 'object' && !(value instanceof Error)
    return [name, isPlain && !Array.isArray(value) ? withoutCodes(value as Record<string, unknown>, name) : value]
  })
  return Object.fromEntries(entries)
}

/** Error objects of the database carry the values of the statement, which may be anybody's data: only this is logged. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const given = 'code' in error ? error.code : undefined
  const code = given === undefined || (typeof given === 'string' && ERROR_CODE.test(given)) ? given : HIDDEN
  return { type: error.name, message: withoutSecrets(error.message), code, stack: withoutSecrets(error.stack ?? '') }
}

/** `level` as in pino. Without a destination it writes to stdout, at once and in order. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: withoutCodes },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: HIDDEN,
    },
    serializers: { err: errorFacts, req: () => undefined, res: () => undefined },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger['info']>, method: Logger['info']) {
        method.apply(this, args.map((arg) => (typeof arg === 'string' ? withoutSecrets(arg) : arg)) as typeof args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
