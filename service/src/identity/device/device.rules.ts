/** What a browser says about itself, in two words: its name and the system below it. Requirement AUTH-18. */

/** The first that fits counts: most browsers also name those that they want to be taken for. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const SYSTEMS: typeof BROWSERS = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

type DeviceName = { browser: string | null; system: string | null }

/** Null where nothing known is said. */
export function nameDevice(userAgent: string): DeviceName {
  const first = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
  return { browser: first(BROWSERS), system: first(SYSTEMS) }
}
