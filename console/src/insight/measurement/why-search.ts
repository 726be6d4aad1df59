/** What the page Why keeps in the address: a camera, a moment, and how much around it is shown. METRIC-03. */
import { isId, toNumber } from '#lib/list/list-search.ts'
import { toInstant } from '#lib/list/time-range.ts'

export const SPANS = ['2', '10', '30'] as const
/** Minutes. */
export type Span = (typeof SPANS)[number]
/** `at`: ISO; a camera alone means the newest that is surely measured, without a camera there is nothing to show. */
type WhySearch = { cameraId?: string; at?: string; span?: Span }

const MINUTE_MS = 60_000

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toWhySearch(raw: Record<string, unknown>): WhySearch {
  const cameraId = isId(raw.cameraId) ? raw.cameraId.toLowerCase() : undefined
  const at = toInstant(raw.at)
  const span = SPANS.find((known) => Number(known) === toNumber(raw.span))
  return {
    ...(cameraId && { cameraId }),
    ...(at && { at }),
    ...(span && { span }),
  }
}

/** Hubs send blocks of five minutes: what is older than this is there, ms. */
const SURELY_MEASURED_MS = 10 * MINUTE_MS

/** The newest full minute around which all is measured that ever will be; people go on from there. */
export function newestMoment(now: Date): string {
  const ms = now.getTime() - SURELY_MEASURED_MS
  return new Date(ms - (ms % MINUTE_MS)).toISOString()
}

/** What is shown around a moment, in full seconds. */
export function spanAround(at: string, span: Span): { from: string; to: string } {
  const halfMs = (Number(span) * MINUTE_MS) / 2
  const middleMs = Math.floor(Date.parse(at) / 1000) * 1000
  return { from: new Date(middleMs - halfMs).toISOString(), to: new Date(middleMs + halfMs).toISOString() }
}
