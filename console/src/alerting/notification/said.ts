/** What has been said on this page: the live stream and a push message both bring the same news (GEN-07, NAV-10). */

export type Said = {
  /** Remembers it; false when it was said before. `tag` is that of the push message: cause and alert. */
  isNews: (tag: string, atMs: number) => boolean
}

/** An alert is raised once. It is escalated and sent again any number of times, but not twice within this time. */
const SAME_MS = 50_000
/** More than one shift can bring; the oldest are forgotten first. */
const REMEMBERED = 2000

/** An empty memory. */
export function createSaid(): Said {
  const said = new Map<string, number>()
  return {
    isNews: (tag, atMs) => {
      const before = said.get(tag)
      if (before !== undefined && (tag.startsWith('raised:') || atMs - before < SAME_MS)) return false
      said.delete(tag)
      said.set(tag, atMs)
      if (said.size > REMEMBERED) said.delete(said.keys().next().value!)
      return true
    },
  }
}
