/** Rooms of a sheet: the cameras of one room are one row, unless several people share it. HANDOVER-01, REACH-82. */
import type { RoomRow } from './handover.queries.ts'

/** Never empty; the first stands for the room. */
export type Cameras = readonly [RoomRow, ...RoomRow[]]

/** In the order of their first cameras. */
export function byRoom(rows: readonly RoomRow[]): Cameras[] {
  return [...Map.groupBy(rows, ({ room }) => room).values()].map(([first, ...others]) => [first!, ...others])
}
