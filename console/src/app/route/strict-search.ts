/** Reads and writes the parameters of an address; drops unknown ones: no page reads a value that was not validated. NAV-09. */
import { type AnyRoute, stringifySearchWith } from '@tanstack/react-router'

/**
 * Parses one value of an address as the router does: JSON if valid. Throws if it is not JSON, or is a number in another
 * notation, such as 8e39 or 1.0: such values are text that a user searches for.
 */
export function readValue(written: string): unknown {
  const value: unknown = JSON.parse(written)
  if (typeof value === 'number' && String(value) !== written) throw new SyntaxError(`not a number: ${written}`)
  return value
}

type Search = Record<string, unknown>
/** A value that needs no quotation in a list. */
const PLAIN = /^[\w-]+$/
const write = stringifySearchWith(JSON.stringify, readValue)

/** Writes several words or ids as `severities=critical,high`, which a person can read in a chat; the rest as the router does. */
export function writeSearch(search: Search): string {
  const isPlain = (value: unknown) => typeof value === 'string' && PLAIN.test(value)
  const short = Object.entries(search).map(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every(isPlain) ? [name, value.join(',')] : [name, value],
  )
  return write(Object.fromEntries(short)).replaceAll('%2C', ',')
}

type Validate = (raw: Search) => object

/** The router merges validated and raw parameters, so every dropped name is set to undefined. */
export function strictly(validate: Validate): Validate {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...validate(raw) })
}

/** Makes every page below the route strict, also those without parameters. A redirect retains all parameters. */
export function makeStrict(route: AnyRoute): void {
  const { children, options } = route
  if (options.component && !children) {
    options.validateSearch = strictly((options.validateSearch as Validate | undefined) ?? (() => ({})))
  }
  for (const child of Object.values((children ?? {}) as Record<string, AnyRoute>)) makeStrict(child)
}
