/** Where people came into view in the other clips of a set, as a camera learns it in a room's daily life. Pure. REAL-12. */
import { noPlaces, type Places } from '@mimamori/hub/detectors/places.ts'

/** The places of all clips but one. */
export function withoutOne(lives: readonly Places[], at: number): Places {
  return lives.reduce(
    (all, { weights }, i) =>
      i === at ? all : { weights: weights.map((weight, cell) => weight + all.weights[cell]!), atMs: 0 },
    noPlaces,
  )
}
