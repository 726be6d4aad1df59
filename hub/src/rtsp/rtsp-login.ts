/** Answers what a camera asks before it shows its stream: digest where it knows that, else Basic. */

import { bestChallenge, type Challenge, digestAnswer } from '#platform/digest.ts'
import type { Credentials } from './rtsp.ts'

/** For one connection: a challenge is answered ahead once it is known, so that each question goes out only once. */
export class RtspLogin {
  #credentials: Credentials
  #challenge: Challenge | 'basic' | null = null
  #count = 0

  constructor(credentials: Credentials) {
    this.#credentials = credentials
  }

  /** Whether the question is worth asking again; `answers`: how often it carried an answer to a challenge already. */
  take(challenges: readonly string[], answers: number): boolean {
    const digest = bestChallenge(challenges)
    if (!this.#credentials.username || answers > 1 || (answers === 1 && !digest?.isStale)) return false
    const isBasic = challenges.some((challenge) => /^basic\b/i.test(challenge))
    this.#challenge = digest ?? (isBasic ? 'basic' : null)
    this.#count = 0
    return this.#challenge !== null
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
