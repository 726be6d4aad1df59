/** The rules of a forgotten password. No I/O, no clock. */
import { createHash } from 'node:crypto'

/** Number of wrong tries that lock a code. AUTH-15. */
export const MOST_TRIES = 5

/** Under which name a request for a code is stored. */
export function subjectOfRequest(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex')
}

/** Where an asked address lives while it waits for the job. */
export function placeOfRequest(subject: string): string {
  return `platform|reset_request|address|${subject}`
}
