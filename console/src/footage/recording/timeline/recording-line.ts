/**
 * The recordings of one camera as they follow each other: the records of several answers, merged by id, and the index
 * of the one that is watched, -1 while none is. At its end the next one goes on. REC-02. Pure.
 */
import type { Recording } from '@mimamori/contract/footage/recording.ts'

type LineItem = Pick<Recording, 'id' | 'cameraId' | 'startedAt'>
export type RecordingLine = { recordings: readonly LineItem[]; index: number }

export const NO_LINE: RecordingLine = { recordings: [], index: -1 }

/** Each once, in its newest version, oldest first; the index stays with the one that is watched. Another camera begins anew. */
export function merged(line: RecordingLine, answered: readonly LineItem[]): RecordingLine {
  const cameraId = answered[0]?.cameraId
  if (!cameraId) return line
  const own = line.recordings.filter((one) => one.cameraId === cameraId)
  const byId = new Map([...own, ...answered].map((one) => [one.id, one]))
  const recordings = [...byId.values()].sort((a, b) => order(a, b))
  return opened({ recordings, index: -1 }, line.recordings[line.index]?.id)
}

/** The one that is watched from now on; what the line does not hold resets the index. */
export function opened({ recordings }: RecordingLine, id: string | undefined): RecordingLine {
  return { recordings, index: recordings.findIndex((one) => one.id === id) }
}

/** What goes on behind the one that is watched; undefined: nothing that is known. */
export function following({ recordings, index }: RecordingLine): LineItem | undefined {
  return index < 0 ? undefined : recordings[index + 1]
}

function order(a: LineItem, b: LineItem): number {
  return Date.parse(a.startedAt) - Date.parse(b.startedAt) || (a.id < b.id ? -1 : 1)
}
