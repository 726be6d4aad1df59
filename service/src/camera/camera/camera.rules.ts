/** Rules of cameras that need no database: addresses without credentials, the license. */
import { hasLoginBehindHost } from '@mimamori/contract/camera/stream/stream-pair.ts'

export type StreamAddress = { url: string; username: string | null; password: string | null }

/**
 * Takes user and password out of a stream's address; null if the address is invalid. Only the text before the last `@`
 * of the host part changes; everything behind it stays as typed.
 */
export function splitAddress(typed: string): StreamAddress | null {
  const match = /^([a-z]+:)(\/\/)?([^/?#]*)(.*)$/is.exec(typed.trim())
  if (!match || hasLoginBehindHost(typed.trim())) return null
  const [, scheme, slashes = '', authority = '', rest = ''] = match
  const at = authority.lastIndexOf('@')
  const url = `${scheme!.toLowerCase()}${slashes}${authority.slice(at + 1)}${rest}`
  if (!URL.canParse(url) || (slashes !== '' && new URL(url).hostname === '')) return null
  if (at < 0) return { url, username: null, password: null }
  const [username = '', ...password] = authority.slice(0, at).split(':')
  return { url, username: decoded(username) || null, password: decoded(password.join(':')) || null }
}

/** Both addresses of a camera without credentials, which are stored once: both streams belong to the same device. */
export type StreamAddresses = StreamAddress & { subUrl: string }

/** Errors by field for invalid addresses. If both have a login, that of the main stream is used. */
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
    // The password contains a bare `%`.
    return text
  }
}

/** Whether one more camera of this kind fits the license: rooms and public places are counted separately. CAM-07. */
export function fitsLicence(
  isRoom: boolean,
  used: { rooms: number; publicPlaces: number },
  limit: { rooms: number | null; publicPlaces: number | null },
): boolean {
  const [count, most] = isRoom ? [used.rooms, limit.rooms] : [used.publicPlaces, limit.publicPlaces]
  return most === null || count < most
}

/** The context to which a camera's sealed password is bound. */
export function passwordPlace(tenantId: string, cameraId: string): string {
  return `${tenantId}|camera|password|${cameraId}`
}

/** The value that a hub compares: the host of a stream's address; for a drawn room of the demo the whole address. */
export function privateHost(streamUrl: string): string {
  const scene = /^scene:(?:\/\/)?([^?]*)/i.exec(streamUrl)
  const host = scene ? `scene:${scene[1]}` : (URL.parse(streamUrl)?.hostname ?? streamUrl)
  return host.toLowerCase().slice(0, 253)
}
