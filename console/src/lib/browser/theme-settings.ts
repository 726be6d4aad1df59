/** What a person chose about the look (GEN-06): saved in local storage, put on <html> as attributes for the CSS. */
import { createStore } from '../store.ts'
import { readStored, writeStored } from './storage.ts'

export const SCHEMES = ['system', 'light', 'dark'] as const
export const DIRECTIONS = ['ltr', 'rtl'] as const
export const PRESETS = ['blue', 'cyan', 'purple', 'orange', 'red', 'green'] as const
export const LAYOUTS = ['horizontal', 'vertical', 'mini'] as const

export type ThemeSettings = {
  scheme: (typeof SCHEMES)[number]
  direction: (typeof DIRECTIONS)[number]
  preset: (typeof PRESETS)[number]
  layout: (typeof LAYOUTS)[number]
  /** Content uses the full width instead of 1440 px. */
  stretch: boolean
}

export const DEFAULT_SETTINGS: ThemeSettings = {
  scheme: 'light',
  direction: 'ltr',
  preset: 'blue',
  layout: 'horizontal',
  stretch: false,
}

const KEY = 'settings'
const settings = createStore(() => DEFAULT_SETTINGS)

/** Before the first paint, so that nothing flashes. */
export function startThemeSettings(): void {
  become({ ...DEFAULT_SETTINGS, ...readStored(KEY, isPartialSettings) })
}

export const useThemeSettings = settings.use

export function changeThemeSettings(change: Partial<ThemeSettings>): void {
  const next = { ...settings.get(), ...change }
  writeStored(KEY, next)
  become(next)
}

function become(next: ThemeSettings): void {
  const root = document.documentElement
  root.dataset.scheme = next.scheme
  root.dataset.preset = next.preset
  root.dir = next.direction
  settings.set(next)
}

function isPartialSettings(value: unknown): value is Partial<ThemeSettings> {
  if (typeof value !== 'object' || value === null) return false
  const { scheme, direction, preset, layout, stretch } = value as Record<string, unknown>
  const known = (options: readonly string[], choice: unknown) =>
    choice === undefined || options.includes(String(choice))
  return (
    known(SCHEMES, scheme) &&
    known(DIRECTIONS, direction) &&
    known(PRESETS, preset) &&
    known(LAYOUTS, layout) &&
    (stretch === undefined || typeof stretch === 'boolean')
  )
}
