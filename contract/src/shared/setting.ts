/**
 * Settings of a program as one schema: name, allowed values, default, unit, meaning, secrecy; and how they are read.
 */

/** `T` is the type in the program; `absent` replaces a missing setting. */
export type Setting<T> = {
  meaning: string
  /** Completes "it must be". */
  allowed: string
  /** In text form; null: no default. */
  default: string | null
  unit: string | null
  /** Its value is never shown, and may be in a file named by `NAME_FILE`. */
  isSecret: boolean
  absent: T
  /** Returns undefined if the text is not allowed. */
  read(text: string): T | undefined
}

export type Settings = Record<string, Setting<unknown>>
export type SettingValues<S extends Settings> = { [N in keyof S]: S[N] extends Setting<infer T> ? T : never }

/** The source of a value; `file` is the path in `NAME_FILE`. */
export type SettingSource = 'default' | 'environment' | { file: string }
export type SettingsRead<S extends Settings> = {
  values: SettingValues<S>
  sources: Record<keyof S & string, SettingSource>
  /** One sentence for each wrong setting, with its name and the allowed values, and without any secret. */
  errors: string[]
}

type About = { meaning: string; isSecret?: boolean }

/** Constructors of settings. Each returns an optional setting. */
export const setting = {
  /** Text as it is; `check` restricts it, and `allowed` describes how. */
  text<D extends string | null = null>(
    about: About & { allowed?: string; check?: (text: string) => boolean; default?: D },
  ): Setting<string | D> {
    const { allowed = 'text', check = () => true } = about
    const absent = (about.default ?? null) as D
    return { ...plain(about), allowed, default: absent, absent, read: (text) => (check(text) ? text : undefined) }
  },
  number<D extends number | null>(
    about: About & { least: number; most: number; default: D; isWhole?: boolean; unit?: string },
  ): Setting<number | D> {
    const { least, most, isWhole = true, unit = null } = about
    return {
      ...plain(about),
      allowed: `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`,
      default: about.default === null ? null : String(about.default),
      unit,
      absent: about.default,
      read(text) {
        const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
        return value >= least && value <= most && (!isWhole || Number.isInteger(value)) ? value : undefined
      },
    }
  },
  choice<const C extends string, D extends C | null>(about: About & { of: readonly C[]; default: D }): Setting<C | D> {
    return {
      ...plain(about),
      allowed: `one of ${about.of.join(', ')}`,
      default: about.default,
      absent: about.default,
      read: (text) => about.of.find((one) => one === text.trim()),
    }
  },
  flag(about: About & { default?: boolean }): Setting<boolean> {
    const { default: absent = false } = about
    const words: Record<string, boolean> = { 1: true, true: true, 0: false, false: false }
    return {
      ...plain(about),
      allowed: '1, true, 0 or false',
      default: absent ? '1' : '0',
      absent,
      read: (text) => words[text.trim()],
    }
  },
  url(about: About & { schemes: readonly string[] }): Setting<string | null> {
    const isAllowed = (text: string) => about.schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? '')
    const allowed = `an address that begins with ${about.schemes.map((scheme) => `${scheme}://`).join(' or ')}`
    return { ...plain(about), allowed, absent: null, read: (text) => (isAllowed(text) ? text : undefined) }
  },
  /** Entries between commas. */
  list(about: About & { allowed: string; check: (entry: string) => boolean }): Setting<readonly string[]> {
    const entriesOf = (text: string) => text.split(',').flatMap((entry) => entry.trim() || [])
    return {
      ...plain(about),
      allowed: about.allowed,
      absent: [],
      read: (text) => (entriesOf(text).every(about.check) ? entriesOf(text) : undefined),
    }
  },
}

function plain({ meaning, isSecret = false }: About) {
  return { meaning, isSecret, default: null, unit: null }
}

type ReadFile = (path: string) => string

/**
 * Reads every setting; blank counts as missing. For a secret, `NAME_FILE` may name a file with the value, unless the
 * schema has a setting with that name. Setting both is an error.
 */
export function readSettings<S extends Settings>(
  settings: S,
  environment: Record<string, string | undefined>,
  readFile: ReadFile,
): SettingsRead<S> {
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}
  const errors: string[] = []
  for (const [name, one] of Object.entries(settings)) {
    const found = find(name, settings, environment, readFile)
    values[name] = one.absent
    sources[name] = 'error' in found ? 'environment' : found.source
    if ('error' in found) errors.push(found.error)
    else if (found.text !== null) {
      const value = one.read(found.text)
      const shown = one.isSecret ? 'its value is refused' : `${JSON.stringify(found.text)} is refused`
      if (value === undefined) errors.push(`${name}: ${shown}; it must be ${one.allowed}.`)
      else values[name] = value
    }
  }
  return { values, sources, errors } as SettingsRead<S>
}

/** The readable names of the schema: every setting, and `NAME_FILE` of every secret. */
export function namesOf(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, { isSecret }]) => [
    name,
    ...(isSecret && !(`${name}_FILE` in settings) ? [`${name}_FILE`] : []),
  ])
}

type Found = { text: string | null; source: SettingSource } | { error: string }

function find(
  name: string,
  settings: Settings,
  environment: Record<string, string | undefined>,
  readFile: ReadFile,
): Found {
  const text = presentOf(environment[name])
  const fileName = `${name}_FILE`
  const path = settings[name]!.isSecret ? presentOf(environment[fileName]) : null
  if (text !== null && path !== null) return { error: `${name} and ${fileName} are both set; set one of them.` }
  if (path === null || fileName in settings) return { text, source: text === null ? 'default' : 'environment' }
  try {
    const inFile = presentOf(readFile(path).replace(/(\r?\n)+$/, ''))
    return inFile === null ? { error: `${fileName}: ${path} is empty.` } : { text: inFile, source: { file: path } }
  } catch (error) {
    return { error: `${fileName}: ${path} cannot be read (${(error as { code?: string }).code ?? 'unknown'}).` }
  }
}

function presentOf(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text
}
