/** Queries and mutations of tags, shifts and escalation rules. Keys start with 'asset' and the type. SET-03. */
import { ASSET_PAGE_SIZE, type Asset, type AssetType } from '@mimamori/contract/site/asset.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import type { PickOption } from '#ui/form/field/use-found.ts'

/** Number of options before the user types. */
const OPTIONS = 20

type AssetOf<T extends AssetType> = Extract<Asset, { type: T }>
type Page<A> = { records: A[]; totalCount: number; currentPage: number }
type PageQuery = Partial<Omit<PageOf, 'pageSize'>> & { pageSize?: number; after?: string }

/** Requests one page of a type; the response has the requested type. */
export async function askAssets<T extends AssetType>(
  type: T,
  text: string | undefined,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<Page<AssetOf<T>>> {
  return (await call('asset.search', { query, body: { type, text } }, signal)) as Page<AssetOf<T>>
}

/** `isOn` false: not fetched, because the license does not include it. */
export function useAssetPage<T extends AssetType>(type: T, text: string | undefined, page: PageOf, isOn = true) {
  return useQuery({
    queryKey: ['asset', type, 'page', text, page],
    queryFn: ({ signal }) => askAssets(type, text, page, signal),
    placeholderData: keepPreviousData,
    enabled: isOn,
  })
}

/** All tags or kinds of the site, so that a new one is never hidden behind a button. */
export function useAllAssets<T extends 'TAG' | 'KIND'>(type: T) {
  return useQuery({
    queryKey: ['asset', type, 'all'],
    queryFn: async ({ signal }) => {
      const all: AssetOf<T>[] = []
      for (let pageNumber = 0; ; pageNumber++) {
        const page = await askAssets(type, undefined, { pageNumber, pageSize: ASSET_PAGE_SIZE }, signal)
        all.push(...page.records)
        if (page.records.length === 0 || all.length >= page.totalCount) return all
      }
    },
  })
}

/** Returns one of this type, or fails as if it did not exist. */
export function useAsset<T extends AssetType>(type: T, id: string) {
  return useQuery({
    queryKey: ['asset', type, 'one', id],
    queryFn: async ({ signal }) => (await call('asset.get', { params: { id } }, signal)) as AssetOf<T>,
  })
}

/** After a change: refetches what shows assets, and what they filter or notify. */
export function useRefreshAssets(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    for (const key of ['camera', 'user']) void cache.invalidateQueries({ queryKey: [key] })
    await cache.invalidateQueries({ queryKey: ['asset'] })
  }
}

export function useRemoveAsset() {
  const cache = useQueryClient()
  const refresh = useRefreshAssets()
  return useMutation({
    mutationFn: ({ id, version }: Pick<Asset, 'id' | 'version' | 'type'>) =>
      call('asset.remove', { params: { id }, query: { version } }),
    onSuccess: (_, { type, id }) => {
      // Do not refetch a deleted asset.
      cache.removeQueries({ queryKey: ['asset', type, 'one', id] })
      return refresh()
    },
  })
}

/** The first matching users of the site, for a choice. */
export async function findUsers(
  text: string,
  tenantId: string | undefined,
  signal: AbortSignal,
): Promise<PickOption[]> {
  const body = { text: text || undefined, tenantId }
  const { records } = await call('user.names', { query: { pageSize: OPTIONS }, body }, signal)
  return records.map(({ id, displayName, unitNames }) => ({ id, label: displayName, hint: unitNames.join(', ') }))
}

/** The first matching units of the site, for a choice. */
export async function findUnits(
  text: string,
  tenantId: string | undefined,
  signal: AbortSignal,
): Promise<PickOption[]> {
  const body = { name: text || undefined }
  const { records } = await call('unit.search', { query: { pageSize: ASSET_PAGE_SIZE }, body }, signal)
  const ofSite = records.filter((unit) => tenantId === undefined || unit.tenantId === tenantId)
  return ofSite.map(({ id, name }) => ({ id, label: name }))
}
