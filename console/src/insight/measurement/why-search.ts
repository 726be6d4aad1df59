/** The state of the page Why in the address: a camera, a time, and the visible range around it. METRIC-03. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { isId, toNumber } from '#lib/list/list-search.ts'
import { toInstant } from '#lib/list/time-range.ts'

export const SPANS = ['2', '10', '30'] as const
/** Minutes. */
export type Span = (typeof SPANS)[number]
/** `at`: ISO; a camera alone means the latest fully measured time; without a camera the page is empty. */
type WhySearch = { cameraId?: string; at?: string; span?: Span }

/** Parses an address that a person may have typed: drops invalid parts. */
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

/** Hubs send blocks of five minutes: older seconds than this have arrived, ms. */
const SURELY_MEASURED_MS = 10 * MINUTE_MS

/** The latest full minute whose surroundings are completely measured; users navigate from there. */
export function newestMoment(now: Date): string {
  const ms = now.getTime() - SURELY_MEASURED_MS
  return new Date(ms - (ms % MINUTE_MS)).toISOString()
}

/** The visible range around a time, in full seconds. */
export function spanAround(at: string, span: Span): { from: string; to: string } {
  const halfMs = (Number(span) * MINUTE_MS) / 2
  const middleMs = Math.floor(Date.parse(at) / 1000) * 1000
  return { from: new Date(middleMs - halfMs).toISOString(), to: new Date(middleMs + halfMs).toISOString() }
}
