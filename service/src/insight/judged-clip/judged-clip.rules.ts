/**
 * Which file of a judged clip may leave the site, and its entry in the manifest. Requirement REAL-10; decision 0041.
 */
import { placesOf } from '@mimamori/contract/camera/place/beds.ts'
import { type PlaceKind, place } from '@mimamori/contract/camera/place/place.ts'
import { type ClipManifest, clipManifest } from '@mimamori/contract/insight/clip-manifest.ts'
import type { JudgedClips } from '@mimamori/contract/insight/judged-clip.ts'
import type { JudgedRow } from './judged-clip.queries.ts'

export type Chosen = { row: JudgedRow; mediaId: string; isBlurred: boolean }
export type LeftOut = keyof JudgedClips['leftOut']

const EVENTS = { A004: 'wake-up', A005: 'fall', A006: 'bed-exit' } as const
/** Default if nobody entered the camera's height: between head and ceiling. */
const USUAL_HEIGHT_M = 2.2
/** Number of clips whose median shows nearly the empty room; with fewer the clip's own beginning is used. */
const EMPTY_ROOM_CLIPS = 3
const EMPTY_ROOM_CLIPS_MAX = 9

/** A clip as it is where everybody agreed, else its blurred copy, else nothing. */
export function chosenOf(row: JudgedRow): Chosen | LeftOut {
  if (row.isRefused) return 'refused'
  const isClear = row.isClearAgreed && !row.isBlurredItself
  const mediaId = isClear || row.isBlurredItself ? row.clipId : row.blurredClipId
  if (mediaId !== null) return { row, mediaId, isBlurred: !isClear }
  return row.clipId === null ? 'gone' : 'noBlurredCopy'
}

/** `clips/2026-11-20T10-00-05-ab12cd.mp4`: without names of people and rooms. */
export function fileOf({ row }: Chosen): string {
  return `clips/${row.occurredAt.slice(0, 19).replaceAll(':', '-')}-${row.alertId.slice(-6)}.mp4`
}

/** Rooms are numbered: the manifest names neither people nor rooms. `hashes`: SHA-256 by media id. */
export function manifestOf(chosen: readonly Chosen[], hashes: ReadonlyMap<string, string>): ClipManifest {
  const cameraIds = [...new Set(chosen.map(({ row }) => row.cameraId))]
  const nameOf = (cameraId: string) => `room ${cameraIds.indexOf(cameraId) + 1}`
  const rooms = cameraIds.map((cameraId): [string, ClipManifest['rooms'][string]] => {
    const own = chosen.filter(({ row }) => row.cameraId === cameraId)
    const { heightCm, places } = own[0]!.row
    const files = own.slice(0, EMPTY_ROOM_CLIPS_MAX).map(fileOf)
    return [
      nameOf(cameraId),
      {
        cameraHeightM: heightCm ? heightCm / 100 : USUAL_HEIGHT_M,
        camera: 'color',
        ...outlinesOf(places),
        emptyFrom: files.length >= EMPTY_ROOM_CLIPS ? files : null,
      },
    ]
  })
  return clipManifest.parse({
    name: 'Judged clips of a site',
    source: 'Exported by an administrator of the site; events as its staff judged them',
    terms: 'For measuring detection alone. Not to be passed on.',
    rooms: Object.fromEntries(rooms),
    clips: chosen.map((one) => ({
      file: fileOf(one),
      sha256: hashes.get(one.mediaId)!,
      split: 'untouched',
      room: nameOf(one.row.cameraId),
      events: one.row.verdict === 'real' ? [{ type: EVENTS[one.row.activity], atS: one.row.alertAtMs / 1000 }] : [],
    })),
  })
}

function outlinesOf(places: unknown): Pick<ClipManifest['rooms'][string], 'bed' | 'seats' | 'doors'> {
  const parsed = place.array().safeParse(places)
  const known = parsed.success ? parsed.data : []
  const unnamed = (kind: PlaceKind) => placesOf(known, kind).map((one) => ({ ...one, name: kind }))
  return { bed: unnamed('bed')[0] ?? null, seats: unnamed('seat'), doors: unnamed('door') }
}
