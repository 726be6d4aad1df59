/** Restrictions of connected sessions: secrets belong to the people of the site. AUTH-13. */
import { fail } from '../failure.ts'
import type { Actor } from './session.ts'

/** Throws `not-while-connected`: passwords, keys, invitation links and codes are neither read nor set there. */
export function requireOwnSession({ isImpersonating }: Pick<Actor, 'isImpersonating'>): void {
  if (isImpersonating) throw fail('not-while-connected')
}
