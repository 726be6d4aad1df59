/** Answers a camera's authentication challenges: digest if it offers that, else Basic if that is allowed. */

import { bestChallenge, type Challenge, digestAnswer, offersBasic } from '#platform/digest.ts'
import type { Credentials } from './rtsp.ts'

/** For one connection: reuses a known challenge, so that each request is sent only once. */
export class RtspLogin {
  readonly #credentials: Credentials
  readonly #isBasicSafe: boolean
  #challenge: Challenge | 'basic' | null = null
  #count = 0
  #isProven = false
  /** The camera accepts only Basic, which is not allowed here. */
  isBasicOnly = false

  /** `isEncrypted`: the connection is encrypted. */
  constructor(credentials: Credentials, isEncrypted: boolean) {
    this.#credentials = credentials
    this.#isBasicSafe = isEncrypted || credentials.isBasicAllowed === true
  }

  /** Whether to repeat the request; `answers`: how often it already carried an answer to a challenge. */
  take(challenges: readonly string[], answers: number): boolean {
    const digest = bestChallenge(challenges)
    if (!this.#credentials.username || answers > 1 || (answers === 1 && !this.#isNonceOver(digest))) return false
    const isBasic = digest === null && offersBasic(challenges)
    this.isBasicOnly = isBasic && !this.#isBasicSafe
    this.#challenge = digest ?? (isBasic && this.#isBasicSafe ? 'basic' : null)
    this.#count = 0
    return this.#challenge !== null
  }

  /** The realm of the camera's challenge; empty if it sent none. */
  get realm(): string {
    return this.#challenge === null || this.#challenge === 'basic' ? '' : this.#challenge.realm
  }

  /** The camera accepted an answer: the password is correct. */
  prove(): void {
    this.#isProven = true
  }

  /** By `stale`, or by a new nonce after the password was accepted: some cameras use one for each request. */
  #isNonceOver(digest: Challenge | null): boolean {
    if (!digest) return false
    const last = this.#challenge
    return digest.isStale || (this.#isProven && last !== null && last !== 'basic' && last.nonce !== digest.nonce)
  }

  /** The value of `Authorization`; null before a challenge. */
  answer(method: string, uri: string): string | null {
    const username = this.#credentials.username ?? ''
    const password = this.#credentials.password ?? ''
    if (this.#challenge === null) return null
    if (this.#challenge === 'basic') return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    this.#count++
    return digestAnswer(this.#challenge, { method, uri, username, password, count: this.#count })
  }
}
