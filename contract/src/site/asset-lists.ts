/** How lists of assets are sorted, as a plain list. */

export const ASSET_SORTS = ['name', 'lastEditedAt'] as const
