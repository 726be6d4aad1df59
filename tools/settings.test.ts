// Every setting refers to the test of its effect, or is a fact whose form shows 'For your records'.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { type EndpointKey, endpoints } from '@mimamori/contract/endpoints.ts'
import type { SettingEffect } from '@mimamori/contract/setting-effect.ts'
import { SETTING_EFFECTS } from '@mimamori/contract/setting-effects.ts'
import { describe, expect, test } from 'vitest'
import { ACTS, NO_SETTINGS, SETTING_CALLS } from './setting-calls.ts'

const root = join(import.meta.dirname, '..')
const settings = Object.entries(SETTING_EFFECTS).flatMap(([name, table]) =>
  Object.entries(table as Record<string, SettingEffect>).map(([key, entry]) => [`${name}.${key}`, entry] as const),
)
const formSources = readdirSync(join(root, 'console/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => readFileSync(join(root, 'console/src', path), 'utf8'))
  .filter((text) => text.includes('useFactHint'))
  .join('\n')

/** The error of the test that an effect refers to; null: it exists. */
function errorOf(named: string): string | null {
  const [path = '', title = ''] = named.split(' :: ')
  if (!/\.(test|spec)\.tsx?$/.test(path) || !existsSync(join(root, path))) return `there is no ${path}`
  const said = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Excludes skipped tests, and the same words elsewhere.
  const isTest = new RegExp(`^\\s*test(\\.each\\(.*\\))?\\(\\s*(['"\`])${said}\\2`, 'm')
  return title !== '' && isTest.test(readFileSync(join(root, path), 'utf8')) ? null : `${path} has no test "${title}"`
}

/** The fields of a call's body, in each of its variants. */
function fieldsOf(schema: object): string[] {
  const { def } = schema as unknown as { def: { shape?: object; options?: object[]; in?: object } }
  if (def.options) return [...new Set(def.options.flatMap(fieldsOf))]
  return def.in ? fieldsOf(def.in) : Object.keys(def.shape ?? {})
}

/** A setting's effect on a hub must be tested at the hub, not in the document that it gets. */
const AT_THE_HUB = [
  ...fieldsOf(hubAppSettings).map((field) => `app.${field}`),
  ...['severity'].map((field) => `app.${field}`),
  ...['streamUrl', 'username', 'password', 'sequenceDurationSeconds', 'imageDurationSeconds', 'isPrivacyOn'].map(
    (field) => `camera.${field}`,
  ),
  ...['camera.privacyLevel', 'camera.masks', 'tenant.cameraNetworks', 'retention.place', 'consent.recording'],
]
const isAct = (name: string) => ACTS.some((act) => act.test(name))

describe('settings', () => {
  test('are all in the tables, each with an effect or as a fact', () => {
    expect(settings.length).toBeGreaterThan(80)
    const without = settings.filter(([, entry]) => typeof entry === 'string' && !entry.includes(' :: '))
    expect(without).toEqual([])
  })

  test('with an effect refer to an existing test', () => {
    const errors = settings.flatMap(([name, entry]) => {
      const error = typeof entry === 'string' ? errorOf(entry) : null
      return error ? [`${name}: ${error}`] : []
    })
    expect(errors).toEqual([])
    expect(errorOf('tools/settings.test.ts :: no such title')).toContain('has no test')
    expect(errorOf('tools/nowhere.test.ts :: x')).toContain('there is no')
  })

  test('of a hub are tested at the hub', () => {
    const there = settings.filter(([name]) => AT_THE_HUB.includes(name))
    expect(there.map(([name]) => name).sort()).toEqual(AT_THE_HUB.filter((name) => name !== 'app.appCode').sort())
    const elsewhere = there.filter(([, entry]) => !(typeof entry === 'string' && entry.startsWith('hub/')))
    expect(elsewhere.map(([name]) => name)).toEqual([])
  })

  test('that a call saves are all in its table; every other changing call is an act', () => {
    const changing = Object.entries(endpoints).flatMap(([name, call]) =>
      'changes' in call && call.changes ? [name as EndpointKey] : [],
    )
    expect(changing.length).toBeGreaterThan(80)
    expect(fieldsOf(endpoints['camera.register'].body)).toEqual(Object.keys(SETTING_EFFECTS.camera))
    expect(changing.filter((name) => !(name in SETTING_CALLS) && !isAct(name))).toEqual([])
    expect(Object.keys(SETTING_CALLS).filter(isAct)).toEqual([])
    const unnamed = Object.entries(SETTING_CALLS).flatMap(([call, table]) =>
      fieldsOf(endpoints[call as EndpointKey].body)
        .filter((field) => !(field in SETTING_EFFECTS[table]) && !NO_SETTINGS.includes(field))
        .map((field) => `${call}: ${field}`),
    )
    expect(unnamed).toEqual([])
  })

  test('that are facts are marked as such in their form', () => {
    const facts = settings.flatMap(([name, entry]) => (typeof entry === 'string' ? [] : [name]))
    expect(facts.filter((name) => !formSources.includes(`'${name}'`))).toEqual([])
  })
})
