/** The present state of a room, as lists and other systems get it. Requirement ROOM-01. */
import type { RoomNow } from '@mimamori/contract/care/room.ts'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'

/** What the hub reported, if it did, and the camera as it is shown. */
export type SeenRoom = {
  state: RoomState | null
  reason: RoomNow['reason']
  since: string | null
  status: string
  createdAt: string
}

/** The state that the hub reported; without a report, a state derived from the camera's status. */
export function presentOf({ state, reason, since, status, createdAt }: SeenRoom): RoomNow {
  if (state !== null && since !== null) return { state, reason, since }
  const code = status === 'Disabled' ? 'camera-off' : status === 'Online' ? 'not-seen' : 'no-image'
  return { state: 'unknown', reason: { code, params: {} }, since: createdAt }
}
