/**
 * The ministry's accident report (介護保険 事故報告書) of 29 November 2024: its sections and fields as a table, and what a
 * site's municipality adds. Requirement REPORT-05. No zod here: browsers take it as it is.
 */
import type { AccidentKind } from './care-lists.ts'
import { CARE_LEVELS, DEMENTIA_LEVELS, SEXES } from './resident-lists.ts'

/** The month of the ministry's notice that brought the form: 介護保険最新情報 Vol.1332. */
export const ACCIDENT_FORM_VERSIONS = ['2024-11'] as const
export type AccidentFormVersion = (typeof ACCIDENT_FORM_VERSIONS)[number]
/** The form of a new report. */
export const ACCIDENT_FORM_NOW: AccidentFormVersion = '2024-11'

type Condition = { key: string; is: readonly (string | boolean)[] }
type FieldShape = {
  key: string
  /** `moment` is an instant, ISO; `date` a day of the calendar; `choices` any number of the options. */
  kind: 'line' | 'text' | 'date' | 'moment' | 'age' | 'choice' | 'choices' | 'flag'
  options?: readonly string[]
  /** Options that the ministry's form does not have: printed only where they were chosen. */
  unprinted?: readonly string[]
  /** The row of the form under which it is printed. */
  group?: 'body'
  /** Shown only if another field has one of these values. */
  when?: Condition
  /** Shown in brackets after the option to which it belongs. */
  isInline?: true
  /** May stay empty; so may every flag. */
  isOptional?: true
  /** Required only under this condition; may be filled in before. */
  neededWhen?: Condition
}

export const ACCIDENT_SECTIONS = [
  { key: 'issue', fields: [{ key: 'isFinal', kind: 'flag' }] },
  {
    key: 'severity',
    fields: [
      { key: 'severity', kind: 'choices', options: ['visit', 'hospital', 'death', 'other'] },
      { key: 'severityOther', kind: 'line', when: { key: 'severity', is: ['other'] }, isInline: true },
      { key: 'diedOn', kind: 'date', when: { key: 'severity', is: ['death'] } },
    ],
  },
  {
    key: 'office',
    fields: [
      { key: 'corporation', kind: 'line' },
      { key: 'office', kind: 'line' },
      { key: 'officeNumber', kind: 'line' },
      { key: 'service', kind: 'line' },
      { key: 'officeAddress', kind: 'line' },
    ],
  },
  {
    key: 'person',
    fields: [
      { key: 'personName', kind: 'line' },
      // Only where the municipality wants it instead of the name.
      { key: 'insuredNumber', kind: 'line' },
      { key: 'personAge', kind: 'age' },
      { key: 'personSex', kind: 'choice', options: SEXES, unprinted: ['other'] },
      { key: 'servedSince', kind: 'date' },
      { key: 'insurer', kind: 'line' },
      { key: 'residence', kind: 'choice', options: ['office', 'other'] },
      { key: 'residenceOther', kind: 'line', when: { key: 'residence', is: ['other'] }, isInline: true },
      {
        key: 'careLevel',
        kind: 'choice',
        options: CARE_LEVELS,
        group: 'body',
      },
      {
        key: 'dementiaLevel',
        kind: 'choice',
        options: DEMENTIA_LEVELS,
        unprinted: ['none'],
        group: 'body',
      },
    ],
  },
  {
    key: 'accident',
    fields: [
      { key: 'occurredAt', kind: 'moment' },
      {
        key: 'place',
        kind: 'choice',
        options: [
          ...['room-single', 'room-shared', 'toilet', 'hallway', 'common', 'bath', 'training'],
          ...['premises', 'outside', 'other'],
        ],
      },
      { key: 'placeOther', kind: 'line', when: { key: 'place', is: ['other'] }, isInline: true },
      {
        key: 'kind',
        kind: 'choices',
        options: ['fall', 'fall-from', 'choking', 'swallowed', 'medicine', 'treatment', 'unknown', 'other'],
      },
      { key: 'kindOther', kind: 'line', when: { key: 'kind', is: ['other'] }, isInline: true },
      { key: 'details', kind: 'text' },
      { key: 'detailsNote', kind: 'text', isOptional: true },
    ],
  },
  {
    key: 'response',
    fields: [
      { key: 'response', kind: 'text' },
      { key: 'visit', kind: 'choices', options: ['doctor', 'outpatient', 'ambulance', 'other'] },
      { key: 'visitOther', kind: 'line', when: { key: 'visit', is: ['other'] }, isInline: true },
      { key: 'hospital', kind: 'line', when: { key: 'visit', is: ['outpatient', 'ambulance'] } },
      { key: 'hospitalPhone', kind: 'line', when: { key: 'visit', is: ['outpatient', 'ambulance'] } },
      { key: 'diagnosis', kind: 'line' },
      { key: 'injuries', kind: 'choices', options: ['cut', 'bruise', 'fracture', 'other'] },
      { key: 'fracture', kind: 'line', when: { key: 'injuries', is: ['fracture'] }, isInline: true },
      { key: 'injuryOther', kind: 'line', when: { key: 'injuries', is: ['other'] }, isInline: true },
      { key: 'treatment', kind: 'text' },
    ],
  },
  {
    key: 'after',
    fields: [
      { key: 'condition', kind: 'text' },
      { key: 'family', kind: 'choices', options: ['spouse', 'child', 'other'] },
      { key: 'familyOther', kind: 'line', when: { key: 'family', is: ['other'] }, isInline: true },
      { key: 'familyOn', kind: 'date' },
      { key: 'agencies', kind: 'choices', options: ['municipality', 'police', 'other'], isOptional: true },
      { key: 'municipality', kind: 'line', when: { key: 'agencies', is: ['municipality'] }, isInline: true },
      { key: 'police', kind: 'line', when: { key: 'agencies', is: ['police'] }, isInline: true },
      { key: 'agencyOther', kind: 'line', when: { key: 'agencies', is: ['other'] }, isInline: true },
      { key: 'followUp', kind: 'text', isOptional: true },
    ],
  },
  // A first report may come without these two.
  { key: 'cause', fields: [{ key: 'cause', kind: 'text', neededWhen: { key: 'isFinal', is: [true] } }] },
  { key: 'prevention', fields: [{ key: 'prevention', kind: 'text', neededWhen: { key: 'isFinal', is: [true] } }] },
  { key: 'remarks', fields: [{ key: 'remarks', kind: 'text', isOptional: true }] },
] as const satisfies readonly { key: string; fields: readonly FieldShape[] }[]

type Section = (typeof ACCIDENT_SECTIONS)[number]
type Shape = Section['fields'][number]
export type AccidentSection = Section['key']
export type AccidentKey = Shape['key']
type OptionOf<F> = F extends { options: readonly (infer O)[] } ? O : never
type ValueOf<F extends Shape> = F['kind'] extends 'flag'
  ? boolean
  : F['kind'] extends 'choices'
    ? OptionOf<F>[]
    : F['kind'] extends 'choice'
      ? OptionOf<F> | null
      : F['kind'] extends 'age'
        ? number | null
        : F['kind'] extends 'date' | 'moment'
          ? string | null
          : string
/** The answers of the form; null, '' and an empty list: not answered yet. `own`: those of own items, by their ids. */
export type AccidentForm = { [F in Shape as F['key']]: ValueOf<F> } & { own: Record<string, string> }
/** `section.option`, as texts name an option. */
export type AccidentOption = {
  [F in Shape as F['key']]: OptionOf<F> extends never ? never : `${F['key']}-${OptionOf<F>}`
}[AccidentKey]
export type AccidentField = FieldShape & { key: AccidentKey }

export const ACCIDENT_FIELDS: readonly AccidentField[] = ACCIDENT_SECTIONS.flatMap(({ fields }) => [...fields])

export const OWN_ITEM_KINDS = ['line', 'text'] as const
/** Own items of a site at most. */
export const OWN_ITEMS_MAX = 20
export const OWN_LABEL_MAX = 60
/** Sections after whose fields an own item can stand. */
export const OWN_ITEM_PLACES = ACCIDENT_SECTIONS.map(({ key }) => key).filter((key) => key !== 'issue')

/** What a municipality asks for beyond the ministry's form. */
export type OwnItem = {
  id: string
  label: string
  kind: (typeof OWN_ITEM_KINDS)[number]
  after: (typeof OWN_ITEM_PLACES)[number]
  isRequired: boolean
}
/** What a report asks for beyond the table. */
export type AccidentPlan = {
  kind: AccidentKind
  ownItems: readonly OwnItem[]
  /** The paper has the number of the insured person instead of the name. */
  isNumberForName: boolean
}
/** The path of an own item's answer in the form. */
export type OwnKey = `own.${string}`

/** What somebody did to a report; each one is stored with the form as it was. */
export const ACCIDENT_STEPS = ['created', 'saved', 'checked', 'submitted', 'next'] as const

/** Characters of a line and of a longer text at most. */
export const ACCIDENT_LINE_MAX = 120
export const ACCIDENT_TEXT_MAX = 4_000

/** A form without answers. */
export function emptyAccident(): AccidentForm {
  const blank = ({ kind }: AccidentField) =>
    kind === 'flag' ? false : kind === 'choices' ? [] : kind === 'line' || kind === 'text' ? '' : null
  const answers = Object.fromEntries(ACCIDENT_FIELDS.map((field) => [field.key, blank(field)]))
  return { ...answers, own: {} } as unknown as AccidentForm
}

type Answers = Readonly<Record<string, unknown>>

function holds({ key, is }: Condition, form: Answers): boolean {
  const value = form[key]
  return Array.isArray(value) ? value.some((one) => is.includes(one)) : is.includes(value as string)
}

/** Whether the form asks for the field, as far as it is filled in. */
export function isAsked({ when }: AccidentField, form: Answers): boolean {
  return !when || holds(when, form)
}

/** Whether the report can be checked without it. */
export function isNeeded(field: AccidentField, form: Answers, { kind: of, isNumberForName }: AccidentPlan): boolean {
  const { key, kind, isOptional, neededWhen } = field
  if (of === 'near-miss') return NEAR_MISS[key] === 'needed' && isAsked(field, form)
  if (kind === 'flag' || isOptional || !isAsked(field, form)) return false
  if (key === (isNumberForName ? 'personName' : 'insuredNumber')) return false
  return !neededWhen || holds(neededWhen, form)
}

/** What a near miss asks for, and what of it may stay empty. */
const NEAR_MISS: Partial<Record<AccidentKey, 'needed' | 'optional'>> = {
  ...{ personName: 'optional', occurredAt: 'needed', place: 'needed', placeOther: 'needed' },
  ...{ details: 'needed', response: 'needed', cause: 'optional', prevention: 'optional', remarks: 'optional' },
}

type PlannedSection = { key: AccidentSection; fields: readonly AccidentField[]; ownItems: readonly OwnItem[] }

/** Sections of a report with their fields, then the own items. A near miss stays in the home and has none. */
export function sectionsOf({ kind, ownItems, isNumberForName }: AccidentPlan): PlannedSection[] {
  const isAccident = kind === 'accident'
  const isOf = ({ key }: AccidentField) =>
    isAccident ? isNumberForName || key !== 'insuredNumber' : NEAR_MISS[key] !== undefined
  return ACCIDENT_SECTIONS.map(({ key, fields }) => ({
    key,
    fields: [...fields].filter(isOf),
    ownItems: isAccident ? ownItems.filter(({ after }) => after === key) : [],
  })).filter(({ fields }) => fields.length > 0)
}

/** Required fields and own items without an answer, in the order of the form. */
export function missingIn(form: Answers, plan: AccidentPlan): (AccidentKey | OwnKey)[] {
  const own = (form.own ?? {}) as Answers
  return sectionsOf(plan).flatMap(({ fields, ownItems }) => [
    ...fields.filter((field) => isNeeded(field, form, plan) && isEmpty(form[field.key])).map(({ key }) => key),
    ...ownItems.filter(({ id, isRequired }) => isRequired && isEmpty(own[id])).map(({ id }) => `own.${id}` as const),
  ])
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** A sentence that came from evidence, and where in the alert's clip it can be seen. */
export type AccidentSource = { text: string; says: string[]; atMs: number | null }
export type AccidentLine = { text: string; source: AccidentSource | null }

/** The lines of a text. A line that somebody changed came from a person and has no source any more. */
export function linesOf(text: string, sources: readonly AccidentSource[]): AccidentLine[] {
  const left = [...sources]
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = left.findIndex((one) => one.text === line)
      return { text: line, source: at < 0 ? null : left.splice(at, 1)[0]! }
    })
}
