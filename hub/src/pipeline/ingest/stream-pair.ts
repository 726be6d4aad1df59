/** Which of a camera's two streams does what. The big one is recorded; the small one is judged and shown in small. */
import type { isSameShape } from '@mimamori/contract/camera/stream/stream-pair.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isSmallRendition, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import { isPrivate } from '../frame/privacy.ts'
import type { StreamLine } from './stream-line.ts'

export type StreamName = 'main' | 'sub'
export type ImageSize = Parameters<typeof isSameShape>[0]
type LineState = Pick<StreamLine, 'isUp' | 'error'>
/** `upForMs`: since the connection began. */
type SubState = LineState & { upForMs: number }

/**
 * Whether the small stream shall be open: once the shape of the big one is known, because masks and regions may lie elsewhere in
 * another shape; without privacy also once the big one failed. Where people are blurred or hidden, the big one is decoded for that
 * anyway, and people are painted by what the apps see in the very frame: there the small one only stands in.
 */
export function wantsSub(settings: DesiredCamera, main: LineState, mainSize: ImageSize | null): boolean {
  if (settings.subStreamUrl === '') return false
  if (mainSize === null && (isPrivate(settings) || main.error === null)) return false
  return settings.privacy.level === 'none' || (!main.isUp && main.error !== null)
}

/** Which stream the apps judge from now on. `steadyMs`: for how long the small one must have been well to be judged again. */
export function judgedOf(now: StreamName, main: LineState, sub: SubState | null, steadyMs: number): StreamName {
  if (!sub) return now === 'sub' && !main.isUp && main.error === null ? 'sub' : 'main'
  if (now === 'sub') return sub.isUp || sub.error === null || !main.isUp ? 'sub' : 'main'
  if (!main.isUp && sub.isUp) return 'sub'
  return sub.isUp && sub.upForMs >= steadyMs ? 'sub' : 'main'
}

/** Which stream a viewer gets. */
export function shownOf(rendition: LiveRendition, main: LineState, sub: LineState | null): StreamName {
  if (!sub?.isUp) return 'main'
  return isSmallRendition(rendition) || (!main.isUp && main.error !== null) ? 'sub' : 'main'
}
