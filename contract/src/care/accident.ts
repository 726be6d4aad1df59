/** Accident reports to the municipality in the ministry's form. Requirement REPORT-05; decision 0026. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId, calendarDay, instant, page, pageQuery } from '../shared/page.ts'
import { version } from '../shared/patch.ts'
import {
  ACCIDENT_FIELDS,
  ACCIDENT_FORM_VERSIONS,
  ACCIDENT_LINE_MAX,
  ACCIDENT_STEPS,
  ACCIDENT_TEXT_MAX,
  type AccidentField,
  type AccidentForm,
  OWN_ITEMS_MAX,
} from './accident-form.ts'
import { ownItem } from './accident-settings.ts'
import { ACCIDENT_KINDS, ACCIDENT_STATES } from './care-lists.ts'
import { RESIDENT_ADMINS, RESIDENT_STAFF } from './resident-title.ts'

const AGE_MAX = 130

const moment = z.string().refine((text) => instant.safeParse(text).success, 'accident.time-invalid')

function schemaOf({ kind, options = [] }: AccidentField): z.ZodType {
  switch (kind) {
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(options as [string, ...string[]]).nullable()
    case 'choices':
      return z.array(z.enum(options as [string, ...string[]])).max(options.length)
    case 'age':
      return z
        .number('accident.age-invalid')
        .int('accident.age-invalid')
        .min(0, 'accident.age-invalid')
        .max(AGE_MAX, 'accident.age-invalid')
        .nullable()
    case 'date':
      return calendarDay('accident.date-invalid').nullable()
    case 'moment':
      return moment.nullable()
    case 'line':
      return z.string().trim().max(ACCIDENT_LINE_MAX)
    case 'text':
      return z.string().trim().max(ACCIDENT_TEXT_MAX)
  }
}

/** An item that the site took away stays in a report while it has an answer there. */
const OWN_ANSWERS_MAX = 2 * OWN_ITEMS_MAX

const own = z
  .record(z.uuid(), z.string().trim().max(ACCIDENT_TEXT_MAX))
  .refine((answers) => Object.keys(answers).length <= OWN_ANSWERS_MAX)

/** Every field of the table, answered or not, and the answers of the site's own items. */
export const accidentForm = z.strictObject({
  ...Object.fromEntries(ACCIDENT_FIELDS.map((field) => [field.key, schemaOf(field)])),
  own,
}) as unknown as z.ZodType<AccidentForm, AccidentForm>

const state = z.enum(ACCIDENT_STATES)
const kind = z.enum(ACCIDENT_KINDS)
const person = z.object({ name: z.string(), at: z.iso.datetime() })

const accident = z.object({
  id: z.uuid(),
  kind,
  /** Null: the alert was deleted since. */
  alertId: z.uuid().nullable(),
  /** Null: of a room without a stay, or the resident was erased since. */
  residentId: z.uuid().nullable(),
  personName: z.string(),
  location: z.string(),
  occurredAt: z.iso.datetime().nullable(),
  state,
  /** 1 for the first report, one more each time that the report is opened again after it was submitted. */
  issue: z.number().int(),
  isFinal: z.boolean(),
  missingCount: z.number().int(),
  editedByName: z.string(),
  editedAt: z.iso.datetime(),
  submittedOn: z.string().nullable(),
  version,
})
export type Accident = z.infer<typeof accident>

const source = z.object({
  text: z.string(),
  /** The evidence of the sentence. */
  says: z.array(z.string()),
  /** Where in the alert’s clip, ms from its beginning; null: it is not of the clip. */
  atMs: z.number().int().min(0).nullable(),
})

const formVersion = z.enum(ACCIDENT_FORM_VERSIONS)

export const accidentDetail = accident.extend({
  form: accidentForm,
  /** The ministry's form that it is written in. */
  formVersion,
  /** The site's own items when it was last written. */
  ownItems: z.array(ownItem),
  isNumberForName: z.boolean(),
  sources: z.array(source),
  /** Keys of required fields that are empty; while there are any, nobody can review the report. */
  missing: z.array(z.string()),
  /** The reader was the last author, so that another person must review it. */
  isOwn: z.boolean(),
  checked: person.nullable(),
  hasClip: z.boolean(),
  timezone: z.string(),
})
export type AccidentDetail = z.infer<typeof accidentDetail>

const step = z.object({
  version,
  formVersion,
  issue: z.number().int(),
  kind: z.enum(ACCIDENT_STEPS),
  userName: z.string(),
  at: z.iso.datetime(),
  submittedOn: z.string().nullable(),
})
export type AccidentStep = z.infer<typeof step>

/** At a SHARED station: the person. Required there, rejected elsewhere. */
const byUserId = z.uuid().optional()
const ofVersion = { version, byUserId }
const file = { params: byId, query: z.strictObject({ version: z.coerce.number().pipe(version).optional() }) }

export const accidentEndpoints = {
  'accident.search': endpoint({
    method: 'POST',
    path: 'accident/search',
    access: RESIDENT_STAFF,
    summary: 'One page of the accident reports of the reader’s units, the newest accident first.',
    query: pageQuery,
    body: z.strictObject({
      /** In the name or the room. */
      text: z.string().max(80).optional(),
      unitIds: z.array(z.uuid()).max(500).optional(),
      states: z.array(state).max(ACCIDENT_STATES.length).optional(),
      kinds: z.array(kind).max(ACCIDENT_KINDS.length).optional(),
    }),
    response: page(accident),
  }),
  'accident.get': endpoint({
    method: 'GET',
    path: 'accident/:id',
    access: RESIDENT_STAFF,
    summary: 'One accident report with its form, what its sentences rest on, and what is still missing. Audited.',
    params: byId,
    response: accidentDetail,
  }),
  'accident.create': endpoint({
    method: 'POST',
    path: 'accident',
    access: RESIDENT_STAFF,
    summary:
      'Begin the accident or near-miss report of an alert, filled in from its answer and the resident; one that is there is answered instead.',
    body: z.strictObject({
      alertId: z.uuid(),
      kind: kind.default('accident'),
      /** A resident who stayed in the room at that time; omitted: the only one. */
      residentId: z.uuid().optional(),
      byUserId,
    }),
    response: z.object({ id: z.uuid() }),
    changes: true,
  }),
  'accident.save': endpoint({
    method: 'PUT',
    path: 'accident/:id',
    access: RESIDENT_STAFF,
    summary:
      'Save the form; a checked report has to be checked again. 409 `conflict` when it was submitted or changed.',
    params: byId,
    body: z.strictObject({ form: accidentForm, ...ofVersion }),
    changesObject: accidentDetail,
    response: accidentDetail,
    changes: true,
  }),
  'accident.check': endpoint({
    method: 'POST',
    path: 'accident/:id/check',
    access: RESIDENT_ADMINS,
    whileBound: 'within-units',
    summary: 'Check a draft that lacks nothing: by another person than the one that saved it last.',
    params: byId,
    body: z.strictObject(ofVersion),
    response: accidentDetail,
    changes: true,
  }),
  'accident.submit': endpoint({
    method: 'POST',
    path: 'accident/:id/submit',
    access: RESIDENT_ADMINS,
    whileBound: 'within-units',
    summary: 'Write down on which day a checked accident report was submitted to the municipality.',
    params: byId,
    body: z.strictObject({ submittedOn: calendarDay('accident.date-invalid'), ...ofVersion }),
    response: accidentDetail,
    changes: true,
  }),
  'accident.next': endpoint({
    method: 'POST',
    path: 'accident/:id/next',
    access: RESIDENT_STAFF,
    summary: 'Open a submitted report again as the next one: the second, the third, the final report.',
    params: byId,
    body: z.strictObject(ofVersion),
    response: accidentDetail,
    changes: true,
  }),
  'accident.remove': endpoint({
    method: 'DELETE',
    path: 'accident/:id',
    access: RESIDENT_ADMINS,
    whileBound: 'within-units',
    summary: 'Delete a report that was never submitted. A submitted one stays for five years.',
    params: byId,
    query: z.strictObject({ version: z.coerce.number().pipe(version) }),
    changes: true,
  }),
  'accident.history': endpoint({
    method: 'GET',
    path: 'accident/:id/history',
    access: RESIDENT_STAFF,
    summary: 'Every revision of a report with its number and author, the newest first.',
    params: byId,
    response: z.object({ records: z.array(step) }),
  }),
  'accident.pdf': endpoint({
    method: 'GET',
    path: 'accident/:id/pdf',
    access: RESIDENT_STAFF,
    summary: 'The report, or one of its revisions, on paper in the layout of the ministry’s form. Audited.',
    ...file,
    answer: 'bytes',
  }),
  'accident.excel': endpoint({
    method: 'GET',
    path: 'accident/:id/excel',
    access: RESIDENT_STAFF,
    summary: 'The same as an Excel workbook. Audited.',
    ...file,
    answer: 'bytes',
  }),
}
