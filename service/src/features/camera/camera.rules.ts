/** Rules of cameras that need no database: addresses without credentials, the licence. */

export type StreamAddress = { url: string; username: string | null; password: string | null }

/**
 * Takes user and password out of a stream's address; null when it is none. Only the text before the last `@` of the
 * host's part is touched, so that whatever a camera expects behind it stays as it was typed.
 */
export function splitAddress(typed: string): StreamAddress | null {
  const match = /^([a-z]+:)(\/\/)?([^/?#]*)(.*)$/is.exec(typed.trim())
  if (!match) return null
  const [, scheme, slashes = '', authority = '', rest = ''] = match
  const at = authority.lastIndexOf('@')
  const url = `${scheme!.toLowerCase()}${slashes}${authority.slice(at + 1)}${rest}`
  if (!URL.canParse(url) || (slashes !== '' && new URL(url).hostname === '')) return null
  if (at < 0) return { url, username: null, password: null }
  const [username = '', ...password] = authority.slice(0, at).split(':')
  return { url, username: decoded(username) || null, password: decoded(password.join(':')) || null }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A bare `%` in a password.
    return text
  }
}

/** Whether one more camera of this kind fits the licence: rooms and public places are counted apart. CAM-07. */
export function fitsLicence(
  isRoom: boolean,
  used: { rooms: number; publicPlaces: number },
  limit: { rooms: number; publicPlaces: number },
): boolean {
  return isRoom ? used.rooms < limit.rooms : used.publicPlaces < limit.publicPlaces
}
