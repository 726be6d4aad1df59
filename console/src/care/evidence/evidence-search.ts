/** Which year and which nine weeks the address names. REACH-83. */
import { EVIDENCE_YEARS } from '@mimamori/contract/care/care-lists.ts'

export type EvidenceSearch = { year?: number; from?: string }

const isYear = (year: unknown): year is number =>
  Number.isInteger(year) && (year as number) >= EVIDENCE_YEARS.first && (year as number) <= EVIDENCE_YEARS.last

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toEvidenceSearch({ year, from }: Record<string, unknown>): EvidenceSearch {
  const isDay = typeof from === 'string' && /^\d{4}-(0\d|1[0-2])-([0-2]\d|30|31)$/.test(from) && isOfMonth(from)
  return { ...(isYear(year) && { year }), ...(isDay && isYear(Number(from.slice(0, 4))) && { from }) }
}

/** No 30 February, and no day 0. */
const isOfMonth = (day: string) => new Date(Date.parse(day) || 0).toISOString().startsWith(day)
