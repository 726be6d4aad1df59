/** Views that were already audited, as far as this instance knows: a clip is requested in many segments. */

/** Looking at the same thing again within this time is the same view. */
export const VIEW_MS = 5 * 60_000
/** Beyond this number the oldest are dropped; then the audit itself is read. */
const MOST_VIEWS = 10_000

type RecentViews = {
  has(key: string, now: Date): boolean
  /** The audit has this view since then. */
  add(key: string, now: Date): void
}

/** Creates an empty memory of views. */
export function createRecentViews(): RecentViews {
  /** When each was audited, oldest first. */
  const views = new Map<string, number>()
  return {
    has(key, now) {
      const atMs = views.get(key)
      return atMs !== undefined && now.getTime() >= atMs && now.getTime() - atMs < VIEW_MS
    },
    add(key, now) {
      views.delete(key)
      views.set(key, now.getTime())
      if (views.size > MOST_VIEWS) views.delete(views.keys().next().value!)
    },
  }
}
