/** A viewing: what is watched without a break, shared by all videos of a wall; "continue" starts another. LIVE-01. */
import { useCallback, useMemo, useState } from 'react'
import { newId } from '#lib/browser/without-tls.ts'

export type Viewing = {
  /** Sent with each opening, so that a reconnect does not count as a second viewing. */
  id: string
  /** Pressing "continue" started it. */
  continues: boolean
  /** When the site's minutes run out, the earliest of several sites; null: never, or nothing is open yet. */
  endsAtMs: number | null
  /** Takes the end of a video from the service, ms since the epoch by this browser's clock. */
  endsAt: (atMs: number | null) => void
  /** Starts a new one, which the service audits separately. */
  goOn: () => void
}

/** A viewing that starts with the component. */
export function useViewing(): Viewing {
  const [{ id, continues, endsAtMs }, setNow] = useState(() => begun(false))
  const endsAt = useCallback((atMs: number | null) => {
    if (atMs === null) return
    setNow((now) => (now.endsAtMs !== null && now.endsAtMs <= atMs ? now : { ...now, endsAtMs: atMs }))
  }, [])
  const goOn = useCallback(() => setNow(begun(true)), [])
  return useMemo(() => ({ id, continues, endsAtMs, endsAt, goOn }), [id, continues, endsAtMs, endsAt, goOn])
}

function begun(continues: boolean): Pick<Viewing, 'id' | 'continues' | 'endsAtMs'> {
  return { id: newId(), continues, endsAtMs: null }
}
