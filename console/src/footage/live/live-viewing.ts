/** What is watched in one go: the same for all pictures of a wall; a press on "continue" begins another. LIVE-01. */
import { useCallback, useMemo, useState } from 'react'

export type Viewing = {
  /** Sent with each opening, so that a line that breaks is no second look. */
  id: string
  /** A press on "continue" began it. */
  continues: boolean
  /** When the site's minutes run out, the earliest of several sites; null: they do not, or nothing is open yet. */
  endsAtMs: number | null
  /** The service said when a picture ends, ms since the epoch by this browser's clock. */
  endsAt: (atMs: number | null) => void
  /** Begins a new one, which the service audits as such. */
  goOn: () => void
}

/** A viewing that begins with the component. */
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
  return { id: randomId(), continues, endsAtMs: null }
}

/** A UUID of version 4; `crypto.randomUUID` is missing where a site is reached without TLS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
