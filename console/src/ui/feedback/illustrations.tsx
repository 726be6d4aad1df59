/** Drawings for empty, unmatched and broken places: loaded when one is shown, with room reserved for it (GEN-08). */
import { lazy, Suspense } from 'react'

type Name = keyof typeof import('./illustration-drawings.tsx')

/** As large as a drawing. It stays where the drawing cannot be loaded: no page breaks for want of one. */
const Blank = () => <svg width="176" height="132" aria-hidden="true" focusable="false" />

const drawing = (name: Name) =>
  lazy(async () => {
    const drawings = await import('./illustration-drawings.tsx').catch(() => null)
    return { default: drawings?.[name] ?? Blank }
  })
const [Room, Sheet, Cable] = [drawing('NothingYet'), drawing('NothingMatches'), drawing('Broken')]

/** A quiet room at night: nothing has happened. */
export function NothingYet() {
  return (
    <Suspense fallback={<Blank />}>
      <Room />
    </Suspense>
  )
}

/** Filters that leave nothing. */
export function NothingMatches() {
  return (
    <Suspense fallback={<Blank />}>
      <Sheet />
    </Suspense>
  )
}

/** Something that could not be loaded. */
export function Broken() {
  return (
    <Suspense fallback={<Blank />}>
      <Cable />
    </Suspense>
  )
}
