/** The state of the region page in the address: whose regions are shown. */

type CameraRegionSearch = { layer?: string }

/** An app's code, `beds` or `masks`; an unknown value opens the first layer. */
export function toCameraRegionSearch(raw: Record<string, unknown>): CameraRegionSearch {
  return typeof raw.layer === 'string' && /^(A\d{3}|beds|masks)$/.test(raw.layer) ? { layer: raw.layer } : {}
}
