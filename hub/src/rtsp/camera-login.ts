/** Answers a camera's authentication challenges: digest if it offers that, else Basic if that is allowed. */

import { bestChallenge, type Challenge, digestAnswer, offersBasic } from '#platform/digest.ts'
import type { Credentials } from './camera-address.ts'

/** For one opening: reuses a known challenge, so that each request is sent only once. */
export class CameraLogin {
  readonly #credentials: Credentials
  readonly #isBasicSafe: boolean
  #challenge: Challenge | 'basic' | null = null
  #count = 0
  #isProven = false
  /** The camera rejected a correct answer with SHA-256, or a wrong password: only the next response tells. */
  #isWeakWanted = false
  /** The challenge is from an earlier connection. */
  #isCarried = false
  /** The camera accepts only Basic, which is not allowed here. */
  isBasicOnly = false
  #wasChallengedAgain = false

  /** `isEncrypted`: the connection is encrypted. */
  constructor(credentials: Credentials, isEncrypted: boolean) {
    this.#credentials = credentials
    this.#isBasicSafe = isEncrypted || credentials.isBasicAllowed === true
  }

  /** Whether to repeat the request; `answers`: how often it already carried an answer to a challenge. */
  take(challenges: readonly string[], answers: number): boolean {
    if (!this.#credentials.username || answers > 1) return false
    let digest = bestChallenge(challenges, this.#isWeakWanted)
    if (answers === 1 && !this.#isNonceOver(digest)) {
      const isStrong = digest?.algorithm === 'SHA-256' && !this.#isProven
      digest = isStrong ? bestChallenge(challenges, true) : null
      if (digest === null) return false
      this.#isWeakWanted = true
    }
    const isBasic = digest === null && offersBasic(challenges)
    this.isBasicOnly = isBasic && !this.#isBasicSafe
    this.#challenge = digest ?? (isBasic && this.#isBasicSafe ? 'basic' : null)
    this.#wasChallengedAgain ||= this.#isCarried
    this.#isCarried = false
    this.#count = 0
    return this.#challenge !== null
  }

  /** A challenge is known, and no answer to it was accepted yet. */
  get isWaiting(): boolean {
    return this.#challenge !== null && !this.#isProven && !this.isRejected
  }

  /** The camera answered an answer from an earlier connection with another challenge. */
  get isRejected(): boolean {
    return this.#wasChallengedAgain && !this.#isProven
  }

  /** Another connection goes on with the challenge; its camera may replace the nonce once. */
  carry(): void {
    this.#isCarried = true
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
    if (digest.isStale) return true
    return (this.#isProven || this.#isCarried) && last !== null && last !== 'basic' && last.nonce !== digest.nonce
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
