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

/** Both addresses of a camera without credentials, and these once: its small stream is one of the same device. */
export type StreamAddresses = StreamAddress & { subUrl: string }

/** Errors by field, where an address is none. Of two logins that of the big stream counts. */
export function splitAddresses(typed: {
  streamUrl: string
  subStreamUrl: string
}): { addresses: StreamAddresses; errors: null } | { addresses: null; errors: Record<string, string> } {
  const main = splitAddress(typed.streamUrl)
  const sub = typed.subStreamUrl === '' ? NO_ADDRESS : splitAddress(typed.subStreamUrl)
  if (!main || !sub) {
    const invalid = 'camera.stream-url-invalid'
    return {
      addresses: null,
      errors: { ...(!main && { streamUrl: invalid }), ...(!sub && { subStreamUrl: invalid }) },
    }
  }
  const { username, password } = main.username || main.password ? main : sub
  return { addresses: { url: main.url, subUrl: sub.url, username, password }, errors: null }
}

const NO_ADDRESS: StreamAddress = { url: '', username: null, password: null }

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
