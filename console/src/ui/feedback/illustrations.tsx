/** Drawings for empty, unmatched and broken places: loaded when one is shown, with room reserved for it (GEN-08). */

import { Suspense } from 'react'
import { lazyPart } from '#lib/service/patient-load.ts'

type Name = keyof typeof import('./illustration-drawings.tsx')

/** As large as a drawing. It stays for as long as the drawing cannot be loaded. */
const Blank = () => <svg width="176" height="132" aria-hidden="true" focusable="false" />

const drawing = (name: Name) => lazyPart(async () => ({ default: (await import('./illustration-drawings.tsx'))[name] }))
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
