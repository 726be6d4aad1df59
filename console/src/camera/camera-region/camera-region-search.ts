/** What the region page keeps in the address: whose regions are shown. */

type CameraRegionSearch = { layer?: string }

/** An app's code or `masks`; what is not known opens the first. */
export function toCameraRegionSearch(raw: Record<string, unknown>): CameraRegionSearch {
  return typeof raw.layer === 'string' && /^(A\d{3}|masks)$/.test(raw.layer) ? { layer: raw.layer } : {}
}
