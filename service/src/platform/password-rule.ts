/** Which passwords are taken: long enough, and not on the list that attackers try first. Requirement USER-02. */
import { dictionary } from '@zxcvbn-ts/language-common'

/** The description's least; a tenant may ask for more (`tenant.password_min_length`), and by default does. */
export const SHORTEST_PASSWORD = 6
export const DEFAULT_PASSWORD_LENGTH = 10

export type PasswordFault = 'user.password-too-short' | 'user.password-leaked'

/** About 49,000 passwords out of leaks, by how common they are, in lower case. */
const LEAKED = new Set(dictionary['passwords-common'])

/** What is wrong with a new password, or null. Letters count once whatever their bytes. */
export function passwordFault(password: string, minLength = DEFAULT_PASSWORD_LENGTH): PasswordFault | null {
  if ([...password].length < Math.max(minLength, SHORTEST_PASSWORD)) return 'user.password-too-short'
  return LEAKED.has(password.toLowerCase()) ? 'user.password-leaked' : null
}
