/** What the settings page keeps in its address: the tab, and the list that is in it. SET-01, NAV-09. */
import { ASSET_SORTS } from '@mimamori/contract/site/site-lists.ts'
import { type ListSearch, toListSearch, toNumber } from '#lib/list/list-search.ts'

/** Addresses name them by their place. */
export const SETTINGS_TABS = ['escalation', 'shifts', 'notifications', 'security', 'integrations', 'reports'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** Left out means the first tab. */
type SettingsSearch = ListSearch<(typeof ASSET_SORTS)[number]> & { tabIndex?: number }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const tabIndex = toNumber(raw.tabIndex)
  const isTab = Number.isInteger(tabIndex) && tabIndex > 0 && tabIndex < SETTINGS_TABS.length
  return { ...toListSearch(raw, ASSET_SORTS), ...(isTab && { tabIndex }) }
}

/** The three kinds of settings/asset/{assetType}, and the tab that each belongs to. */
export const ASSET_KINDS = { escalation: 0, shift: 1, tag: 1 } as const
export type AssetKind = keyof typeof ASSET_KINDS

export function toAssetKind(text: string): AssetKind | null {
  return Object.hasOwn(ASSET_KINDS, text) ? (text as AssetKind) : null
}
