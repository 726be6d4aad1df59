/** The wall as this person left it at this site, in local storage. */

import { readStored, writeStored } from '#lib/browser/storage.ts'
import { session, siteOf } from '#lib/session/session.ts'
import { toWallSearch, type WallSearch } from './wall-search.ts'

const KEY = 'live-wall'
type Saved = { owner: string; search: Record<string, unknown> }

/** An empty one where nothing was saved, or it is of somebody else or of another site. */
export function savedWall(): WallSearch {
  const saved = readStored(KEY, isSaved)
  return saved?.owner === ownerNow() ? toWallSearch(saved.search) : {}
}

/** Keeps everything but where in it somebody is. */
export function keepWall({ page: _page, camera: _camera, ...search }: WallSearch): void {
  writeStored(KEY, { owner: ownerNow(), search } satisfies Saved)
}

function ownerNow(): string {
  const now = session()
  return now.status === 'signed-in' ? `${now.user.id}/${siteOf(now.user)?.id ?? ''}` : ''
}

function isSaved(value: unknown): value is Saved {
  const { owner, search } = (value ?? {}) as Partial<Saved>
  return typeof owner === 'string' && typeof search === 'object' && search !== null
}
