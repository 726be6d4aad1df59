/** Every form of the console beside the schema of the contract that it fills in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contactForm } from '@mimamori/contract/alerting/contact.ts'
import { ringAddressForm, ringerForm } from '@mimamori/contract/alerting/ringer.ts'
import { webhookForm } from '@mimamori/contract/alerting/webhook.ts'
import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import { cameraAppEndpoints } from '@mimamori/contract/camera/camera-app.ts'
import { cameraDraft } from '@mimamori/contract/camera/camera-fields.ts'
import { cameraChangeEndpoints } from '@mimamori/contract/camera/change/camera-change.ts'
import { BED_APP_CODES } from '@mimamori/contract/camera/place/beds.ts'
import { accidentForm } from '@mimamori/contract/care/accident.ts'
import { ACCIDENT_FIELDS } from '@mimamori/contract/care/accident-form.ts'
import { accidentSettingsForm } from '@mimamori/contract/care/accident-settings.ts'
import { bookingDraft } from '@mimamori/contract/care/booking.ts'
import { agentDraft } from '@mimamori/contract/fleet/agent.ts'
import { retentionDraft } from '@mimamori/contract/footage/recording-retention.ts'
import { passwordChange } from '@mimamori/contract/identity/device.ts'
import { factorRuleDraft } from '@mimamori/contract/identity/factor-rule.ts'
import { oidcForm } from '@mimamori/contract/identity/oidc.ts'
import { passkeyBegin, passkeyName } from '@mimamori/contract/identity/passkey.ts'
import { factorBegin, factorProof } from '@mimamori/contract/identity/second-factor.ts'
import { securityDraft } from '@mimamori/contract/identity/security.ts'
import { serviceAccountDraft } from '@mimamori/contract/identity/service-account.ts'
import { profileDraft } from '@mimamori/contract/identity/session.ts'
import { pinEntry, stationPinDraft } from '@mimamori/contract/identity/station-pin.ts'
import { userDraft } from '@mimamori/contract/identity/user.ts'
import type { AppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import { escalationDraft, kindDraft, shiftDraft, tagDraft } from '@mimamori/contract/site/asset.ts'
import { DEFAULT_FIELD_MAP, externalForm } from '@mimamori/contract/site/external.ts'
import { setupHomeForm } from '@mimamori/contract/site/setup.ts'
import { tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { unitDraft, unitOfSite } from '@mimamori/contract/site/unit.ts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { errorOfIssue } from '#lib/browser/form-error.ts'
import { oneOccurrence } from '../care/booking/booking-one-form.tsx'
import { residentValues, stayValues } from '../care/resident/resident-values.ts'
import { components, fieldsOf, SOURCE } from './testing-forms.ts'
import { type Check, errorsIn, messageOf, rulesOf } from './testing-rules.ts'
import { english, japanese, type Texts } from './testing-texts.ts'

type Form = {
  schema: { shape: Record<string, z.ZodType> } & z.ZodType
  /** Its own file and those of its parts. */
  files: RegExp
  /** What stands before the names of its fields. */
  below?: string
  /** For each rule between fields a draft that breaks it alone, by what the form then says at which field. */
  between?: Record<string, object>
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
const ID = '00000000-0000-4000-8000-000000000000'
const CAMERA = {
  ...{ name: 'A', description: 'A', type: 'UNKNOWN', brand: 'A', model: 'A', location: 'A', streamingId: 'A' },
  streamUrl: 'rtsp://10.0.0.1/stream',
}
const BOOKING = { cameraId: ID, userId: ID, firstDay: '2030-01-01', startMinute: 600 }
const OF_DEVICE = 'asked for one kind of device alone, and needed then'
const CONTACT = {
  ...{ name: 'A', isEnabled: true, kind: 'http', unitId: null, roomCameraId: null, minimumSeverity: 'high' },
  ...{ agentId: ID, method: 'GET', closeUrl: 'http://10.0.0.9/on', openUrl: 'http://10.0.0.9/off', stateUrl: '' },
  ...{ closedText: '', openText: '', cameraId: null, output: 1 },
}
const REGION = {
  name: 'A',
  corners: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ],
}
const FORMS: Record<string, Form> = {
  camera: {
    schema: cameraDraft,
    files: /camera\/camera\//,
    notAsked: {
      masks: 'drawn on the image, in a page of its own',
      places: 'drawn on the image, in a page of its own',
    },
    marked: { inactiveAlertMinutes: 'asked only while the alert is on, and needed then' },
    between: {
      'inactiveAlertMinutes camera.inactive-alert-minutes-required': { ...CAMERA, isInactiveAlertOn: true },
      'privacyLevel camera.privacy-level-required': { ...CAMERA, isPrivacyOn: true, privacyLevel: 'none', masks: [] },
    },
  },
  'copy of apps': {
    schema: cameraAppEndpoints['cameraApp.copy'].body,
    files: /camera-app\/copy-apps-dialog/,
    notAsked: { appCodes: 'one box for each app' },
  },
  'a change of many cameras': {
    schema: cameraChangeEndpoints['camera.changeMany'].body,
    files: /camera\/camera\/list\/change-dialog/,
    notAsked: { ids: 'the cameras that were chosen in the list' },
    marked: { agentId: 'left out, where the cameras stay at their hubs' },
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
  'the home of the first setup': { schema: setupHomeForm, files: /site\/setup\/setup-home/ },
  hub: { schema: agentDraft, files: /fleet\/agent\// },
  unit: { schema: unitDraft, files: /site\/unit\/(?!unit-site-form)/, notAsked: OF_SITE },
  'unit of a site': { schema: unitOfSite, files: /site\/unit\/unit-site-form/ },
  tag: { schema: tagDraft, files: /site\/asset\/(tag|site)-/, notAsked: KIND, marked: OF_SITE },
  shift: { schema: shiftDraft, files: /site\/asset\/(shift|site)-/, notAsked: KIND, marked: OF_SITE },
  'kind of alert': { schema: kindDraft, files: /site\/asset\/kind-card/, notAsked: KIND, marked: OF_SITE },
  escalation: {
    schema: escalationDraft,
    files: /site\/asset\/(escalation|site)-/,
    notAsked: KIND,
    marked: OF_SITE,
    between: {
      'userIds asset.recipient-required': {
        ...{ type: 'ESCALATION', name: 'A', thresholdMinutes: 1, activeHours: null, userIds: [], unitIds: [] },
      },
    },
  },
  retention: {
    schema: retentionDraft,
    files: /footage\/recording\/retention\/retention-/,
    notAsked: { ...OF_SITE, ...VERSION, ...ASKED_LATER },
    marked: { place: 'one of two buttons is always chosen' },
  },
  external: {
    schema: externalForm,
    files: /site\/external\//,
    between: {
      'fieldMap external.field-twice': {
        ...{ isEnabled: false, url: '', corporationCode: '', jigCode: '', formatKbn: '', subscribers: [] },
        fieldMap: { ...DEFAULT_FIELD_MAP, unitCode: 'code', resCode: 'code' },
      },
    },
  },
  security: {
    schema: securityDraft,
    files: /identity\/security\/(security|range)-/,
    notAsked: { ...OF_SITE, ...VERSION, ...ASKED_LATER },
  },
  profile: { schema: profileDraft, files: /identity\/profile\/profile-page/ },
  contact: {
    schema: contactForm,
    files: /alerting\/contact\/contact-form/,
    marked: {
      agentId: OF_DEVICE,
      cameraId: OF_DEVICE,
      closeUrl: OF_DEVICE,
      openUrl: OF_DEVICE,
    },
    between: {
      'roomCameraId contact.one-scope': { ...CONTACT, unitId: ID, roomCameraId: ID },
      'closeUrl contact.url-required': { ...CONTACT, closeUrl: '' },
      'agentId contact.hub-required': { ...CONTACT, agentId: null },
      'closedText contact.state-texts': { ...CONTACT, stateUrl: 'http://10.0.0.9/state' },
      'cameraId contact.camera-required': { ...CONTACT, kind: 'onvif' },
    },
  },
  ringer: { schema: ringerForm, files: /alerting\/ringer\/ringer-panel/ },
  'ring-address': { schema: ringAddressForm, files: /alerting\/ringer\/ring-address-card/ },
  password: { schema: passwordChange, files: /identity\/profile\/password-card/ },
  'a PIN is saved': { schema: stationPinDraft, files: /identity\/second-factor\/station-pin/ },
  'a PIN is entered': { schema: pinEntry, files: /shared\/names\/pin-step/ },
  'second factor begins': {
    schema: factorBegin,
    files: /identity\/second-factor\/(?!station-pin)/,
    notAsked: { currentPassword: 'StepForm draws the field that the step names' },
  },
  'second factor is proven': {
    schema: factorProof,
    files: /identity\/second-factor\/(?!station-pin)/,
    notAsked: { code: 'StepForm draws the field that the step names' },
  },
  'a passkey begins': {
    schema: passkeyBegin,
    files: /identity\/second-factor\/(?!station-pin)/,
    notAsked: { currentPassword: 'StepForm draws the field that the step names' },
  },
  'a passkey has a name': {
    schema: passkeyName,
    files: /identity\/second-factor\/(?!station-pin)/,
    notAsked: { name: 'StepForm draws the field that the step names' },
  },
  'who needs a second factor': {
    schema: factorRuleDraft,
    files: /identity\/security\/factor-rule-form/,
    notAsked: { ...OF_SITE, ...VERSION },
  },
  'the provider of an organization': {
    schema: oidcForm,
    files: /identity\/oidc\/oidc-form/,
    notAsked: { rules: 'a table of its own' },
  },
  webhook: {
    schema: webhookForm,
    files: /alerting\/webhook\//,
  },
  'a service account': {
    schema: serviceAccountDraft,
    files: /identity\/service-account\/account-form/,
    notAsked: OF_SITE,
    marked: { scopes: 'a group of checkboxes, whose error says it' },
  },
  booking: {
    schema: bookingDraft,
    files: /care\/booking\/booking-form/,
    marked: { untilDay: 'asked only while it repeats, and needed then' },
    between: {
      'untilDay booking.until-required': { ...BOOKING, repeat: 'daily' },
      'untilDay booking.until-before-first': { ...BOOKING, repeat: 'daily', untilDay: '2029-01-01' },
      'untilDay booking.until-too-far': { ...BOOKING, repeat: 'daily', untilDay: '2035-01-01' },
    },
  },
  resident: {
    schema: residentValues,
    files: /care\/resident\/resident-(form|consent-fields)/,
  },
  'an accident report': {
    schema: accidentForm as unknown as Form['schema'],
    files: /care\/accident\/accident-(editor|fields)/,
    notAsked: {
      ...Object.fromEntries(ACCIDENT_FIELDS.map(({ key }) => [key, 'drawn from the same table as the schema'])),
      own: 'drawn from the items of the site',
    },
  },
  'what accident reports ask for': {
    schema: accidentSettingsForm,
    files: /care\/accident\/accident-settings-card/,
    notAsked: { ownItems: 'a table of its own' },
  },
  'a stay': { schema: stayValues, files: /care\/resident\/resident-stay-dialog/ },
  'one visit of a plan': { schema: oneOccurrence, files: /care\/booking\/booking-one-form/ },
  ...Object.fromEntries(appSettings.options.map((option) => [`app ${appOf(option)}`, formOfApp(option)])),
}

/** The settings of one app, which its page puts together; their fields are drawn by parts that all apps share. */
function formOfApp(option: (typeof appSettings.options)[number]): Form {
  const appCode = appOf(option)
  const isWatching = 'inferenceEnvironment' in option.shape
  const triangle = { ...REGION, corners: REGION.corners.slice(0, 3) }
  const many = { appCode, inferenceEnvironment: 'camera', regions: [REGION, REGION] }
  return {
    schema: option as unknown as Form['schema'],
    files: /camera\/camera-app\/(app-settings-|severity-field)/,
    below: 'settings.',
    notAsked: { appCode: 'the page is that of the app' },
    between: {
      ...(isWatching && { 'regions camera-app.multiple-regions-need-cloud': many }),
      ...(BED_APP_CODES.includes(appCode) && { 'regions region.bed-corners': { appCode, regions: [triangle] } }),
    },
  }
}

function appOf({ shape }: (typeof appSettings.options)[number]): AppCode {
  return shape.appCode.value
}

const all = components()

describe.each(Object.entries(FORMS))('the form of: %s', (_, form) => {
  const { schema, files, below, between = {}, notAsked = {}, marked = {} } = form
  const fields = fieldsOf(
    all.filter((path) => files.test(path)),
    below,
  )
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

  test('says each rule between its fields at one of them', () => {
    for (const [said, draft] of Object.entries(between)) {
      const errors = errorsIn(schema, draft)
      expect(new Set(errors)).toEqual(new Set([said]))
      expect([...fields.keys()]).toContain(said.split(' ')[0])
    }
    const broken = Object.keys(between).map((said) => said.split(' ')[1])
    const own = (schema.def.checks ?? []) as unknown as Check[]
    expect(broken.length).toBeGreaterThanOrEqual(own.length)
    expect(own.map(messageOf).filter((rule) => rule !== null && !broken.includes(rule))).toEqual([])
  })

  test('has a sentence in both languages for each error', () => {
    const rules = rulesOf(schema).filter((rule) => rule !== null)
    const errors = new Set([...keys.flatMap((key) => errorsOf(schema.shape[key]!)), ...rules])
    expect([...errors].filter((error) => !hasSentence(error))).toEqual([])
  })
})

test('every form is held against its schema', () => {
  const known = (path: string) => Object.values(FORMS).some(({ files }) => files.test(path))
  const product = all.filter((path) => !path.endsWith('.gallery.tsx'))
  const used = product.filter((path) => /\buse(Record|Asset)?Form(<[^>]*>)?\(\{/.test(textOf(path)))
  const own = ['ui/form/use-record-form.ts', 'site/asset/asset-form.tsx']
  expect(used.filter((path) => !known(path) && !own.includes(path))).toEqual([])
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

function errorsOf(field: z.ZodType): string[] {
  return [...BAD, MANY].flatMap((value) => {
    const { error } = field.safeParse(value, { error: errorOfIssue as never })
    return error?.issues.map(({ message }) => message) ?? []
  })
}

function hasSentence(error: string): boolean {
  const [name = '', limit] = error.split(' ')
  const [namespace = '', key = ''] = name.split('.')
  const inBoth = (texts: Texts) => {
    const text = texts[namespace]?.[key]
    return text !== undefined && (limit === undefined || text.includes('{{limit}}'))
  }
  return inBoth(english) && inBoth(japanese)
}
