/** The rules of a forgotten password. No I/O, no clock. */

/** Number of wrong tries that lock a code. AUTH-15. */
export const MOST_TRIES = 5

/** Where a requested address is stored while it waits for the job. */
export function placeOfRequest(subject: string): string {
  return `platform|reset_request|address|${subject}`
}
