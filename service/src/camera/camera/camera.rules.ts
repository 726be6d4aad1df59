/** Rules of cameras that need no database: addresses without credentials, the licence. */

import { ADMINS, type Role } from '@mimamori/contract/identity/roles.ts'

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

/** What a sealed password of a camera is bound to. */
export function passwordPlace(tenantId: string, cameraId: string): string {
  return `${tenantId}|camera|password|${cameraId}`
}

/** Whether two addresses name the same host and port, whatever the path. */
export function isSameDevice(one: string, other: string): boolean {
  const device = (url: string) => {
    const { protocol, hostname, port } = new URL(url)
    const usual = protocol === 'rtsps:' ? '322' : '554'
    return `${protocol} ${hostname.toLowerCase()} ${port || usual}`
  }
  // Not a host: the drawn cameras of the demo are the same when their whole address is.
  if (!one.includes('://') || !other.includes('://')) return one === other
  return URL.canParse(one) && URL.canParse(other) && device(one) === device(other)
}

/** What a hub compares: the host of a stream's address; of a drawn room of the demo the whole address. */
export function privateHost(streamUrl: string): string {
  const scene = /^scene:(?:\/\/)?([^?]*)/i.exec(streamUrl)
  const host = scene ? `scene:${scene[1]}` : (URL.parse(streamUrl)?.hostname ?? streamUrl)
  return host.toLowerCase().slice(0, 253)
}

/** Who is shown what only those need who set a camera up: DEMO_USER sees all of the demo site. */
export function mayConfigure(role: Role): boolean {
  return role === 'DEMO_USER' || (ADMINS as readonly Role[]).includes(role)
}
