/** What nobody does from a connected site: secrets belong to the people there. AUTH-13; security.md Design 4. */
import { fail } from '../failure.ts'
import type { Actor } from './session.ts'

/** Throws `not-while-connected`: passwords, keys, invitation links and codes are neither read nor set there. */
export function requireOwnSession({ isImpersonating }: Pick<Actor, 'isImpersonating'>): void {
  if (isImpersonating) throw fail('not-while-connected')
}
