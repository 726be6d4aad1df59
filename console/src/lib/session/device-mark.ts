/** What earlier sign-ins in this browser answered, by name: with it the failures of others do not slow one down. AUTH-16. */
import { plain } from '@mimamori/contract/shared/plain.ts'
import { readStored, writeStored } from '../browser/storage.ts'

type Marks = Record<string, string>

const KEY = 'device-marks'
/** A station's browser sees many people; the latest are enough. */
const MOST_NAMES = 40

/** The mark of the user of this name; undefined: nobody did so here before. */
export function deviceMarkOf(name: string): string | undefined {
  return readStored(KEY, isMarks)?.[plain(name)]
}

/** Saved for every name that the person may type. */
export function keepDeviceMark(names: readonly string[], mark: string): void {
  const keys = names.map(plain)
  const others = Object.entries(readStored(KEY, isMarks) ?? {}).filter(([key]) => !keys.includes(key))
  const all = [...others, ...keys.map((key) => [key, mark] as const)]
  writeStored(KEY, Object.fromEntries(all.slice(-MOST_NAMES)))
}

function isMarks(value: unknown): value is Marks {
  return typeof value === 'object' && value !== null && Object.values(value).every((mark) => typeof mark === 'string')
}
