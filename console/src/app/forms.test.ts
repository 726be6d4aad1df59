/** Every form of the console beside the schema of the contract that it fills in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cameraDraft } from '@mimamori/contract/camera/camera-fields.ts'
import { bookingDraft } from '@mimamori/contract/care/booking.ts'
import { agentDraft } from '@mimamori/contract/fleet/agent.ts'
import { retentionDraft } from '@mimamori/contract/footage/recording-retention.ts'
import { passwordChange } from '@mimamori/contract/identity/device.ts'
import { securityDraft } from '@mimamori/contract/identity/security.ts'
import { profileDraft } from '@mimamori/contract/identity/session.ts'
import { userDraft } from '@mimamori/contract/identity/user.ts'
import { escalationDraft, shiftDraft, tagDraft } from '@mimamori/contract/site/asset.ts'
import { externalForm } from '@mimamori/contract/site/external.ts'
import { tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { unitDraft, unitOfSite } from '@mimamori/contract/site/unit.ts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { faultOfIssue } from '#lib/browser/form-fault.ts'
import { components, fieldsOf, SOURCE } from './testing-forms.ts'
import { english, japanese, type Texts } from './testing-texts.ts'

type Form = {
  schema: { shape: Record<string, z.ZodType> } & z.ZodType
  /** Its own file and those of its parts. */
  files: RegExp
  /** What the schema has and the form does not ask, and why. */
  notAsked?: Record<string, string>
  /** What is marked otherwise than the schema alone says, and why. */
  marked?: Record<string, string>
}

const SITE = 'the site that is worked on, which an operator over several sites is asked for'
const OF_SITE = { tenantId: SITE }
const VERSION = { version: 'the state that was opened' }
const ASKED_LATER = { isConfirmed: 'asked in a dialog when the service wants it' }
const KIND = { type: 'each kind has a form of its own' }
const FORMS: Record<string, Form> = {
  camera: {
    schema: cameraDraft,
    files: /camera\/camera\//,
    notAsked: { masks: 'drawn on the picture, in a page of its own' },
    marked: { inactiveAlertMinutes: 'asked only while the alert is on, and needed then' },
  },
  user: {
    schema: userDraft,
    files: /identity\/user\//,
    marked: {
      firstName: 'a list describes both names; what draws them is marked',
      lastName: 'a list describes both names; what draws them is marked',
    },
  },
  tenant: { schema: tenantDraft, files: /site\/tenant\// },
  hub: { schema: agentDraft, files: /fleet\/agent\// },
  unit: { schema: unitDraft, files: /site\/unit\/(?!unit-site-form)/, notAsked: OF_SITE },
  'unit of a site': { schema: unitOfSite, files: /site\/unit\/unit-site-form/ },
  tag: { schema: tagDraft, files: /site\/asset\/(tag|site)-/, notAsked: KIND, marked: OF_SITE },
  shift: { schema: shiftDraft, files: /site\/asset\/(shift|site)-/, notAsked: KIND, marked: OF_SITE },
  escalation: {
    schema: escalationDraft,
    files: /site\/asset\/(escalation|site)-/,
    notAsked: KIND,
    marked: OF_SITE,
  },
  retention: {
    schema: retentionDraft,
    files: /footage\/recording\/retention\/retention-/,
    notAsked: { ...OF_SITE, ...VERSION, ...ASKED_LATER },
    marked: { place: 'one of two buttons is always chosen' },
  },
  external: { schema: externalForm, files: /site\/external\// },
  security: {
    schema: securityDraft,
    files: /identity\/security\//,
    notAsked: { ...OF_SITE, ...VERSION, ...ASKED_LATER },
  },
  profile: { schema: profileDraft, files: /identity\/profile\/profile-page/ },
  password: { schema: passwordChange, files: /identity\/profile\/password-card/ },
  booking: {
    schema: bookingDraft,
    files: /care\/booking\/booking-form/,
    marked: { untilDay: 'asked only while it repeats, and needed then' },
  },
}

/** Forms whose schema is put together from what the page knows. */
const MADE_ON_THE_PAGE = {
  'camera/camera-app/app-settings-page.tsx': 'the fields differ by app; each app’s own test walks them',
  'care/booking/booking-one-form.tsx': 'two fields of one visit of a plan',
}

const all = components()

describe.each(Object.entries(FORMS))('the form of: %s', (_, form) => {
  const { schema, files, notAsked = {}, marked = {} } = form
  const fields = fieldsOf(all.filter((path) => files.test(path)))
  const keys = Object.keys(schema.shape)

  test('asks for every field of its schema, or says why not', () => {
    expect(keys.filter((key) => !fields.has(key)).sort()).toEqual(Object.keys(notAsked).sort())
  })

  test('marks as required what the contract refuses to be empty', () => {
    const wrong = keys.filter((key) => {
      const field = fields.get(key)
      return field && isNeeded(schema.shape[key]!) !== field.required > 0
    })
    expect(wrong.sort()).toEqual(Object.keys(marked).sort())
  })

  test('has a sentence in both languages for each fault', () => {
    const faults = new Set(keys.flatMap((key) => faultsOf(schema.shape[key]!)))
    expect([...faults].filter((fault) => !hasSentence(fault))).toEqual([])
  })
})

test('every form is held against its schema', () => {
  const known = (path: string) => Object.values(FORMS).some(({ files }) => files.test(path))
  const used = all.filter((path) => /\buse(Record|Asset)?Form(<[^>]*>)?\(\{/.test(textOf(path)))
  const own = ['ui/form/use-record-form.ts', 'site/asset/use-asset-form.ts']
  expect(used.filter((path) => !known(path) && !own.includes(path)).sort()).toEqual(
    Object.keys(MADE_ON_THE_PAGE).sort(),
  )
})

test('a form has no limits beside those of the contract', () => {
  const files = all.filter((path) => Object.values(FORMS).some((form) => form.files.test(path)))
  const limited = files.filter((path) => /\b(maxLength|minLength|min|max)(=\{|: )\d/.test(textOf(path)))
  expect(limited).toEqual([])
})

function textOf(path: string): string {
  return readFileSync(join(SOURCE, path), 'utf8')
}

/** Whether the contract refuses what the form sends when the field is left empty. Switches and choices are never empty. */
function isNeeded(field: z.ZodType): boolean {
  const takes = (value: unknown) => field.safeParse(value).success
  if (takes(false) || ['', null, []].some(takes)) return false
  return !takes(undefined) || ['number', 'string'].includes(typeBelow(field))
}

function typeBelow(field: z.ZodType): string {
  const { type, innerType, in: before } = field.def as { type: string; innerType?: z.ZodType; in?: z.ZodType }
  const below = innerType ?? before
  return below ? typeBelow(below) : type
}

const BAD = [
  '',
  ' ',
  'x',
  'x'.repeat(100_000),
  'あ'.repeat(5000),
  null,
  undefined,
  -1e12,
  1e12,
  0.001,
  Number.NaN,
  [],
  {},
]
const MANY = Array.from({ length: 10_000 }, () => 'x')

function faultsOf(field: z.ZodType): string[] {
  return [...BAD, MANY].flatMap((value) => {
    const { error } = field.safeParse(value, { error: faultOfIssue as never })
    return error?.issues.map(({ message }) => message) ?? []
  })
}

function hasSentence(fault: string): boolean {
  const [name = '', limit] = fault.split(' ')
  const [namespace = '', key = ''] = name.split('.')
  const inBoth = (texts: Texts) => {
    const text = texts[namespace]?.[key]
    return text !== undefined && (limit === undefined || text.includes('{{limit}}'))
  }
  return inBoth(english) && inBoth(japanese)
}
