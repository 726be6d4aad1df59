/** Signed addresses of stored media: good for one object, one session and a few minutes. */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { MEDIA_URL_SECONDS } from '@mimamori/contract/footage/media.ts'
import type { Secrets } from '../secrets.ts'

/** The query of a signed URL, as in `media.get`. */
export type SignedQuery = { s: string; e: number; h: string }

export type MediaSignature = {
  /** `/api/media/<id>?s=<session>&e=<end>&h=<signature>`, valid for MEDIA_URL_SECONDS to 60 s more. */
  sign(mediaId: string, sessionId: string, now: Date): string
  /** The query alone, for other URLs: `subject` identifies their object, such as `recording/<id>`. */
  query(subject: string, sessionId: string, now: Date): string
  /** The session that the address was made for, or null: forged, altered, or too old. */
  verify(subject: string, query: SignedQuery, now: Date): string | null
}

/**
 * Expiry times are rounded up to this, so that a list requested twice has the same URLs and the browser can use its
 * cache.
 */
const ROUND_SECONDS = 60

export function createMediaSignature(secrets: Pick<Secrets, 'derive'>): MediaSignature {
  // As an object: with plain bytes createHmac creates one at each call, which takes five times as long as the
  // signature.
  const key = createSecretKey(secrets.derive('media-address'))
  const signatureOf = (subject: string, sessionId: string, endSeconds: number) =>
    createHmac('sha256', key).update(`GET|media|${subject}|${sessionId}|${endSeconds}`).digest()
  function query(subject: string, sessionId: string, now: Date): string {
    const end = Math.ceil((now.getTime() / 1000 + MEDIA_URL_SECONDS) / ROUND_SECONDS) * ROUND_SECONDS
    return `s=${sessionId}&e=${end}&h=${signatureOf(subject, sessionId, end).toString('base64url')}`
  }
  return {
    query,
    sign: (mediaId, sessionId, now) => `/api/media/${mediaId}?${query(mediaId, sessionId, now)}`,
    verify(subject, query, now) {
      const given = Buffer.from(query.h, 'base64url')
      const expected = signatureOf(subject, query.s, query.e)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return query.e * 1000 > now.getTime() ? query.s : null
    },
  }
}
