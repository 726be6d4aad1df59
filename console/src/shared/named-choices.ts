/** What lists can be narrowed by and the site itself names: cameras, tags, shifts. */
import type { AssetType } from '@mimamori/contract/site/asset.ts'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

/** The first few that a list to choose from shows; typing finds the others. */
const SHOWN = 50
/** The most that can be chosen. */
const NAMED = 100

type Page<T> = { records: T[] }
/** An option of a PickChip; where a camera hangs is its hint. */
export type NamedChoice = { id: string; label: string; hint?: string }

const cameraOptions = ({ records }: Page<{ id: string; name: string; location: string }>): NamedChoice[] =>
  records.map(({ id, name, location }) => ({ id, label: name, hint: location }))
const assetOptions = ({ records }: Page<{ id: string; name: string }>): NamedChoice[] =>
  records.map(({ id, name }) => ({ id, label: name }))

/** Cameras by name or location, of the chosen units. */
export async function findCameras(text: string, unitIds: string[] | undefined, signal: AbortSignal) {
  const body = { ...(text && { text }), ...(unitIds && { unitIds }) }
  return cameraOptions(await call('camera.search', { query: { pageSize: SHOWN }, body }, signal))
}

/** Units of the site by a part of their name. */
export async function findUnits(text: string, signal: AbortSignal): Promise<NamedChoice[]> {
  const { records } = await call(
    'unit.search',
    { query: { pageSize: SHOWN }, body: { ...(text && { name: text }) } },
    signal,
  )
  return records.map(({ id, name }) => ({ id, label: name }))
}

type Narrowing = Exclude<AssetType, 'ESCALATION'>

/** Tags or shifts by name. */
export async function findAssets(type: Narrowing, text: string, signal: AbortSignal) {
  const body = { type, ...(text && { text }) }
  return assetOptions(await call('asset.search', { query: { pageSize: SHOWN }, body }, signal))
}

/** The names of chosen cameras; one that is gone has none. */
export function useCameraNames(ids: readonly string[] | undefined, isAllowed: boolean): NamedChoice[] {
  const { data = [] } = useCall(
    ['camera', 'named', ids],
    'camera.search',
    { query: { pageSize: NAMED }, body: { ids: [...(ids ?? [])] } },
    { enabled: isAllowed && ids !== undefined, select: cameraOptions },
  )
  return data
}

/** The names of chosen tags or shifts; one that is gone has none. */
export function useAssetNames(type: Narrowing, ids: readonly string[] | undefined, isAllowed: boolean): NamedChoice[] {
  const { data = [] } = useCall(
    ['asset', 'named', type, ids],
    'asset.search',
    { query: { pageSize: NAMED }, body: { type, ids: [...(ids ?? [])] } },
    { enabled: isAllowed && ids !== undefined, select: assetOptions },
  )
  return data
}
