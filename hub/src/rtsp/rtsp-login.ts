/** Answers what a camera asks before it shows its stream: digest where it knows that, else Basic where that is allowed. */

import { bestChallenge, type Challenge, digestAnswer, offersBasic } from '#platform/digest.ts'
import type { Credentials } from './rtsp.ts'

/** For one connection: a challenge is answered ahead once it is known, so that each question goes out only once. */
export class RtspLogin {
  readonly #credentials: Credentials
  readonly #isBasicSafe: boolean
  #challenge: Challenge | 'basic' | null = null
  #count = 0
  #isProven = false
  /** The camera takes the password readable or not at all, and that is not allowed here. */
  isBasicOnly = false

  /** `isEncrypted`: what is said cannot be read by others. */
  constructor(credentials: Credentials, isEncrypted: boolean) {
    this.#credentials = credentials
    this.#isBasicSafe = isEncrypted || credentials.isBasicAllowed === true
  }

  /** Whether the question is worth asking again; `answers`: how often it carried an answer to a challenge already. */
  take(challenges: readonly string[], answers: number): boolean {
    const digest = bestChallenge(challenges)
    if (!this.#credentials.username || answers > 1 || (answers === 1 && !this.#isNonceOver(digest))) return false
    const isBasic = digest === null && offersBasic(challenges)
    this.isBasicOnly = isBasic && !this.#isBasicSafe
    this.#challenge = digest ?? (isBasic && this.#isBasicSafe ? 'basic' : null)
    this.#count = 0
    return this.#challenge !== null
  }

  /** How the camera names itself where it asks for the password; empty: it never did. */
  get realm(): string {
    return this.#challenge === null || this.#challenge === 'basic' ? '' : this.#challenge.realm
  }

  /** The camera has taken an answer: the password is right. */
  prove(): void {
    this.#isProven = true
  }

  /** Said by `stale`, or by a new nonce after the password was proven: some cameras have one for each question. */
  #isNonceOver(digest: Challenge | null): boolean {
    if (!digest) return false
    const last = this.#challenge
    return digest.isStale || (this.#isProven && last !== null && last !== 'basic' && last.nonce !== digest.nonce)
  }

  /** The value of `Authorization`; null while nothing was asked. */
  answer(method: string, uri: string): string | null {
    const username = this.#credentials.username ?? ''
    const password = this.#credentials.password ?? ''
    if (this.#challenge === null) return null
    if (this.#challenge === 'basic') return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    this.#count++
    return digestAnswer(this.#challenge, { method, uri, username, password, count: this.#count })
  }
}
