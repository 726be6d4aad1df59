/** Rules for new passwords: long enough, and not on the list that attackers try first. Requirement USER-02. */
import { dictionary } from '@zxcvbn-ts/language-common'

/** The description's least; a tenant may ask for more (`tenant.password_min_length`), and by default does. */
const SHORTEST_PASSWORD = 6
const DEFAULT_PASSWORD_LENGTH = 10

/** A key of a text; with a space, the number that its sentence names. */
type PasswordError = `user.password-too-short ${number}` | 'user.password-leaked' | 'user.password-own-name'

/** About 49,000 passwords out of leaks, by how common they are, in lower case. */
const LEAKED = new Set(dictionary['passwords-common'])

/**
 * The error of a new password, or null. Counts characters, not bytes. `own`: addresses and names of the person and the
 * site, which an attacker would try first; null ones are ignored.
 */
export function passwordError(
  password: string,
  minLength = DEFAULT_PASSWORD_LENGTH,
  own: readonly (string | null | undefined)[] = [],
): PasswordError | null {
  const least = Math.max(minLength, SHORTEST_PASSWORD)
  const stored = password.normalize('NFKC')
  if ([...stored].length < least) return `user.password-too-short ${least}`
  if (isOwnName(password, own)) return 'user.password-own-name'
  return LEAKED.has(stored.toLowerCase()) ? 'user.password-leaked' : null
}

/** Whether it is one of the names, or the part of an address before the @, in any case and with any separators. */
function isOwnName(password: string, own: readonly (string | null | undefined)[]): boolean {
  const bare = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const typed = bare(password)
  return own.some(
    (name) => name && [name, name.split('@')[0]!].some((each) => bare(each) !== '' && bare(each) === typed),
  )
}
