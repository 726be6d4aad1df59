/** Passwords: argon2id, at most two at a time, so that a flood of sign-ins cannot stop the service. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ServiceError } from '../service-error.ts'

/** OWASP's parameters; about 70 ms by OpenSSL on one core. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const AT_A_TIME = 2
const LONGEST_QUEUE = 50

/** Parameters of argon2id; `memoryCost` in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number }

export type Passwords = {
  /** PHC text for the column `password_hash`. */
  hash(password: string): Promise<string>
  /** Takes as long for an unknown user (`stored` null) as for a known one, and returns false. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether the stored hash has other parameters and should be replaced. */
  isOutdated(stored: string): boolean
}

/** Throws `too-many-requests` if more than 50 callers wait. `cost`: for tests of other parts. */
export function createPasswords(cost = COST): Passwords {
  const limited = createGate()
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => limited(() => hash(asTyped(password), cost)),
    async verify(stored, password) {
      // A hash of a random value, created once, for unknown names.
      nobody ??= hash(crypto.randomUUID(), cost)
      const decoy = await nobody
      const against = stored ?? decoy
      const isRight = await limited(() => verify(against, asTyped(password)))
      return isRight && stored !== null
    },
    isOutdated: (stored) => !stored.startsWith(prefixOf(cost)),
  }
}

const derive = promisify(argon2)
const deriveKey = (password: string, nonce: Uint8Array, { memoryCost, timeCost }: PasswordCost, tagLength: number) =>
  derive('argon2id', { message: password, nonce, memory: memoryCost, passes: timeCost, parallelism: 1, tagLength })

const prefixOf = ({ memoryCost, timeCost }: PasswordCost) => `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/** Base64 without padding, as the PHC string format has it. */
const base64Of = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

async function hash(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(password, salt, cost, HASH_BYTES)
  return `${prefixOf(cost)}${base64Of(salt)}$${base64Of(key)}`
}

async function verify(stored: string, password: string): Promise<boolean> {
  const [, memoryCost, timeCost, salt, key] = PHC.exec(stored) ?? []
  if (!salt || !key) return false
  const cost = { memoryCost: Number(memoryCost), timeCost: Number(timeCost) }
  const expected = Buffer.from(key, 'base64')
  return timingSafeEqual(expected, await deriveKey(password, Buffer.from(salt, 'base64'), cost, expected.length))
}

/** The same password from every keyboard: full width, or an accent as a letter of its own, makes no difference. */
const asTyped = (password: string) => password.normalize('NFKC')

function createGate() {
  const waiting: (() => void)[] = []
  let running = 0
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_A_TIME) {
      if (waiting.length >= LONGEST_QUEUE) throw new ServiceError('too-many-requests', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
