/**
 * The named thresholds of detection: constants with a number in the rules, in the pose model's answers and in the background.
 * Not counted: layouts and formats; what is derived from another name; masks, silhouettes, the health of a view and ambient
 * motion, which raise no alert; and what no rule compares an observation with: sizes of bodies and beds, capacities, and how
 * often the view's contrast and noise are measured.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HUB = join(import.meta.dirname, '..', '..', '..', 'hub', 'src')
const WHERE = [
  'detectors/*.ts',
  'vision/frame-pace.ts',
  'pose/*.ts',
  'vision/background/*.ts',
  'vision/body/*.ts',
  'vision/people/*.ts',
]
const OTHER =
  /test|second-opinion|motion|not-back|movenet|pose-model|box-blur|mask-words|presumed|person-mask|l-people|captions|covered/
const LAYOUT =
  /^(PLACE_.*|SECOND_FRAMES|.*HIGHEST_BITS?|LABELS_MAX|FIELDS|COVERED|.*STEP|GRID_M|REACH_M|COLUMNS|ROWS|RING|WIDTH|UNIT|LYING_WAYS|ROUNDS|NOBODY|ANYTHING)$/
const NOT_COMPARED = /^(BED_M|RADIUS_M|HEIGHT_M|SCENERY_MAX|PEOPLE_MAX|SPREAD_FRAMES|CLEAR_FRAMES)$/
const DECLARED = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=\n]+)? = ([^[\n]*\d.*)$/gm
const DERIVED = /[A-Z]{2}/
const NUMBER = /\d[\d_]*(?:\.\d+)?/g

/** `values`: its numbers as they are written; `isExplained`: a comment stands above it, or above its group. */
export type Threshold = { file: string; name: string; values: string[]; isExplained: boolean }

export function thresholds(): Threshold[] {
  return globSync(WHERE, { cwd: HUB })
    .filter((file) => !OTHER.test(file))
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(join(HUB, file), 'utf8')
      return [...source.matchAll(DECLARED)]
        .filter(([, name, value]) => !LAYOUT.test(name!) && !NOT_COMPARED.test(name!) && !DERIVED.test(value!))
        .map(({ 1: name, 2: value, index }) => {
          const group = source.slice(0, index).split('\n\n').at(-1)!
          return { file, name: name!, values: value!.match(NUMBER)!, isExplained: /\*\/|\/\/ /.test(group) }
        })
    })
}

/** The source with another value of a threshold's number. */
export function withValue(source: string, { name, at, to }: { name: string; at: number; to: string }): string {
  return source.replace(DECLARED, (line, other, value) => {
    if (other !== name) return line
    let seen = -1
    const written = value.replace(NUMBER, (number: string) => (++seen === at ? to : number))
    return line.slice(0, line.length - value.length) + written
  })
}
