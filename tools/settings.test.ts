// Keeps settings honest: each names the test of its effect, or is a fact whose form says 'For your records'.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingEffect } from '@mimamori/contract/setting-effect.ts'
import { SETTING_EFFECTS } from '@mimamori/contract/setting-effects.ts'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const settings = Object.entries(SETTING_EFFECTS).flatMap(([name, table]) =>
  Object.entries(table as Record<string, SettingEffect>).map(([key, entry]) => [`${name}.${key}`, entry] as const),
)
const formSources = readdirSync(join(root, 'console/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => readFileSync(join(root, 'console/src', path), 'utf8'))
  .filter((text) => text.includes('useFactHint'))
  .join('\n')

/** What is wrong with the test that an effect names; null: it is there. */
function errorOf(named: string): string | null {
  const [path = '', title = ''] = named.split(' :: ')
  if (!/\.(test|spec)\.tsx?$/.test(path) || !existsSync(join(root, path))) return `there is no ${path}`
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`)
  const text = readFileSync(join(root, path), 'utf8')
  return title !== '' && quoted.some((each) => text.includes(each)) ? null : `${path} has no test "${title}"`
}

describe('settings', () => {
  test('are all in the tables, each with an effect or as a fact', () => {
    expect(settings.length).toBeGreaterThan(80)
    const without = settings.filter(([, entry]) => !('fact' in entry) && !(entry.effect.length > 10 && entry.test))
    expect(without).toEqual([])
  })

  test('with an effect name a test that exists', () => {
    const errors = settings.flatMap(([name, entry]) => {
      const error = 'test' in entry ? errorOf(entry.test) : null
      return error ? [`${name}: ${error}`] : []
    })
    expect(errors).toEqual([])
    expect(errorOf('tools/settings.test.ts :: no such title')).toContain('has no test')
    expect(errorOf('tools/nowhere.test.ts :: x')).toContain('there is no')
  })

  test('that are facts are marked as such in their form', () => {
    const facts = settings.flatMap(([name, entry]) => ('fact' in entry ? [name] : []))
    expect(facts.filter((name) => !formSources.includes(`'${name}'`))).toEqual([])
  })
})
