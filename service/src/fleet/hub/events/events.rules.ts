/** Interprets a hub's event, without a database: its time, its image, and the watched region. */

import { createHash } from 'node:crypto'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Box, Region } from '@mimamori/contract/shared/geometry.ts'

/** An alert older than this comes from a clock that was never set. */
const OLDEST_MS = 400 * DAY_MS

/**
 * When an alert happened, as far as the hub's clock is plausible: never in the future, and `now` if the reported time
 * is impossible. A wrong clock must not delay help.
 */
export function believedTime(reported: string, now: Date): Date {
  const reportedMs = Date.parse(reported)
  const isPossible = reportedMs <= now.getTime() && reportedMs >= now.getTime() - OLDEST_MS
  return isPossible ? new Date(reportedMs) : now
}

/** A UUIDv7 of that instant; its remaining bits are derived from the words. */
export function uuidV7From(atMs: number, ...words: string[]): string {
  const bytes = createHash('sha256').update(words.join('|')).digest().subarray(0, 16)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * The id of an alert's image, derived from the alert and the content (`hash`): sending the same image again
 * replaces only its own file.
 */
export function imageIdOf(alertId: string, hash: string, isBlurred: boolean): string {
  return uuidV7From(timeOf(alertId), isBlurred ? 'blurred' : 'thumbnail', alertId, hash)
}

/** The first 48 bits of an id: in a UUIDv7 its creation time, ms since the epoch. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The image's bytes, or null when they are not a JPEG. */
export function jpegFrom(base64: string | null | undefined): Buffer | null {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  return isJpeg(bytes) ? bytes : null
}

/** Whether the bytes begin like a JPEG: start of image, then a marker. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes.length > 125 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Whether the bytes begin like an MP4: a box of type ftyp. */
export function isMp4(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'ftyp'
}

/** The box around all regions that an app watches; null: the whole frame. */
export function watchedBox({ regions }: { regions: readonly Region[] }): Box | null {
  const corners = regions.flatMap((region) => region.corners)
  if (corners.length === 0) return null
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Text that PostgreSQL can store and a page can show in one line. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')
}

/** PostgreSQL returns ids in lower case, and they are compared here. */
export function inLowerCase(event: HubEvent): HubEvent {
  if (event.type === 'path-proof') return { ...event, cameraId: event.cameraId.toLowerCase() }
  const alertId = event.alertId.toLowerCase()
  if (event.type === 'alert-raised' || event.type === 'input-raised') {
    return { ...event, alertId, cameraId: event.cameraId.toLowerCase() }
  }
  return event.type === 'clip-ready'
    ? { ...event, alertId, mediaId: event.mediaId.toLowerCase() }
    : { ...event, alertId }
}
