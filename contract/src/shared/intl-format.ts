/** Cached formats of dates and numbers by language, zone and options: creating one takes far longer than using it. */

/** More than a site needs; zones can be spelt in many ways, so the memory must have an end. */
const MAX_FORMATS = 1_000

/** Year to second of a wall clock, in two digits each. */
export const CLOCK_PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

/** Cached; throws RangeError for a zone or a language tag that does not exist. */
export const dateFormat = cached(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** Cached; throws RangeError for a language tag that does not exist. */
export const numberFormat = cached(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

/** Cached: `2 min. ago`. */
export const relativeFormat = cached(
  (locale: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** Cached: the plural form of a number. */
export const pluralRules = cached(
  (locale: string, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)

const NATURAL = new Intl.Collator('ja-u-kn-true')

/** Orders names in the form of `plain`: Japanese order, numbers by their value. As the SQL collation `natural_order`. */
export function comparePlain(a: string, b: string): number {
  return NATURAL.compare(a, b)
}

/** A number with the separators of the language: `1,234`. */
export function numberText(value: number, locale: string): string {
  return numberFormat(locale).format(value)
}

/** A share, 0 to 1, as whole percent in the language's format: `8%`. A test checks that texts use the same format. */
export function percentText(share: number, locale: string): string {
  return numberFormat(locale, { style: 'percent' }).format(share)
}

function cached<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options = {} as Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = formats.get(key)
    if (known) return known
    const format = make(locale, options)
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(key, format)
    return format
  }
}

/** A language tag of a device, taken apart; null for none: Chromium on Linux was known to say `en-US@posix`. */
export function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}
