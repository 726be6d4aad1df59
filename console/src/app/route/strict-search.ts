/** What a page does not understand of its address leaves it: no page reads a value that was not checked. NAV-09. */
import type { AnyRoute } from '@tanstack/react-router'

/**
 * Reads one value of an address, as the router does: JSON where it is some. Throws where it is none, and for a number that is
 * written otherwise, such as 8e39 or 1.0: those are text that somebody looks for.
 */
export function readValue(written: string): unknown {
  const value: unknown = JSON.parse(written)
  if (typeof value === 'number' && String(value) !== written) throw new SyntaxError(`not a number: ${written}`)
  return value
}

type Search = Record<string, unknown>
type Validate = (raw: Search) => object

/** The router joins what was checked with what was typed: so every name that is left out is said to be nothing. */
export function strictly(validate: Validate): Validate {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...validate(raw) })
}

/** Makes every page below the route strict, also one that reads nothing of its address. A redirection passes all on. */
export function makeStrict(route: AnyRoute): void {
  const { children, options } = route
  if (options.component && !children) {
    options.validateSearch = strictly((options.validateSearch as Validate | undefined) ?? (() => ({})))
  }
  for (const child of Object.values((children ?? {}) as Record<string, AnyRoute>)) makeStrict(child)
}
