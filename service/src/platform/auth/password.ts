/** Passwords: argon2id, at most two at a time, so that a flood of sign-ins cannot stop the service. */
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { Failure } from '../failure.ts'

/** OWASP's parameters; 29 ms on the machine on which they were measured. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
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
export function createPasswords({ memoryCost, timeCost } = COST): Passwords {
  const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost, timeCost, parallelism: 1 }
  const limited = createGate()
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => limited(() => hash(password, cost)),
    async verify(stored, password) {
      // A hash of a random value, created once, for unknown names.
      nobody ??= hash(crypto.randomUUID(), cost)
      const decoy = await nobody
      const against = stored ?? decoy
      const isRight = await limited(() => verify(against, password))
      return isRight && stored !== null
    },
    isOutdated: (stored) => !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${cost.parallelism}$`),
  }
}

function createGate() {
  const waiting: (() => void)[] = []
  let running = 0
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_A_TIME) {
      if (waiting.length >= LONGEST_QUEUE) throw new Failure('too-many-requests', { retryAfterSeconds: 2 })
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
