/** Drawings for empty, unmatched and broken places: loaded when one is shown, with room reserved for it (GEN-08). */
import { lazy, Suspense } from 'react'

type Name = keyof typeof import('./illustration-drawings.tsx')

/** As large as a drawing. It stays where the drawing cannot be loaded: no page breaks for want of one. */
const Blank = () => <svg width="176" height="132" aria-hidden="true" focusable="false" />

function drawing(name: Name) {
  const Drawing = lazy(async () => {
    const drawings = await import('./illustration-drawings.tsx').catch(() => null)
    return { default: drawings?.[name] ?? Blank }
  })
  return function Illustration() {
    return (
      <Suspense fallback={<Blank />}>
        <Drawing />
      </Suspense>
    )
  }
}

/** A quiet room at night: nothing has happened. */
export const NothingYet = drawing('NothingYet')
/** Filters that leave nothing. */
export const NothingMatches = drawing('NothingMatches')
/** Something that could not be loaded. */
export const Broken = drawing('Broken')
