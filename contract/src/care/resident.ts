/** Residents, their consents and their stays in rooms. Requirements RESIDENT-01, RESIDENT-02; domain.md "Resident and stay". */

import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId, calendarDay, instant, keyedQuery, page } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { line, nameText } from '../shared/text.ts'
import { CARE_LEVELS, DEMENTIA_LEVELS, RESIDENT_STATES, SEXES } from './resident-lists.ts'
import {
  BEDS_MAX,
  CARE_NOTE_MAX,
  CONSENTS,
  HONORIFICS,
  IMPORT_MAX,
  RESIDENT_ADMINS,
  RESIDENT_READERS,
  RESIDENT_STAFF,
} from './resident-title.ts'

/** A resident as rooms, alarms and alerts name them; given to those alone that may read residents. */
export const residentMark = z.object({ id: z.uuid(), name: z.string(), honorific: z.enum(HONORIFICS) })
export type ResidentMark = z.infer<typeof residentMark>

const kind = z.enum(CONSENTS)
const consent = z.object({
  kind,
  isGiven: z.boolean(),
  /** A day of the site's calendar. */
  answeredOn: z.string(),
  answeredBy: z.string(),
  recordedByName: z.string(),
  recordedAt: z.iso.datetime(),
})
export type Consent = z.infer<typeof consent>

const stayPlace = z.object({
  stayId: z.uuid(),
  /** The room by its camera. */
  cameraId: z.uuid(),
  location: z.string(),
  unitName: z.string().nullable(),
  bed: z.number().int(),
  from: z.iso.datetime(),
  /** Null: they live there now. */
  to: z.iso.datetime().nullable(),
})

/** What official forms ask for; empty: not known. NIGHT-08. */
const residentFacts = z.strictObject({
  sex: z.enum(['', ...SEXES]).default(''),
  bornOn: calendarDay('resident.date-invalid').nullable().default(null),
  insurer: z.string().trim().max(80).default(''),
  /** 被保険者番号. */
  insuredNumber: z.string().trim().max(20).default(''),
  careLevel: z.enum(['', ...CARE_LEVELS]).default(''),
  dementiaLevel: z.enum(['', ...DEMENTIA_LEVELS]).default(''),
})
export type ResidentFacts = z.output<typeof residentFacts>

export const resident = residentMark.extend({
  /** The name in kana; empty: not known. Lists are in its order. */
  kana: z.string(),
  /** Null for roles that may read only names. */
  facts: residentFacts.nullable(),
  /** Null for roles that may read only names; so are `refused` and `consents`. */
  careNote: z.string().nullable(),
  /** Refused consents. */
  refused: z.array(kind).nullable(),
  /** The current stay, otherwise the last one; null: none yet. */
  stay: stayPlace.nullable(),
  /** Set: waits to be erased; administrators can still restore it. */
  removedAt: z.iso.datetime().nullable(),
  version,
})
export type Resident = z.infer<typeof resident>

export const residentDetail = resident.extend({
  consents: z.array(consent).nullable(),
  /** Newest first. */
  stays: z.array(stayPlace.extend({ version })),
  /** IANA zone of the site, in which stays are written down. */
  timezone: z.string(),
})
export type ResidentDetail = z.infer<typeof residentDetail>

const consentDraft = z.strictObject({
  kind,
  isGiven: z.boolean('resident.consent-required'),
  answeredOn: calendarDay('resident.date-invalid'),
  answeredBy: nameText('resident.answered-by-required', 80),
})
/** Each question once. */
const consents = z
  .array(consentDraft)
  .max(CONSENTS.length)
  .refine((all) => new Set(all.map((one) => one.kind)).size === CONSENTS.length, 'resident.consent-required')

const careNote = z.string().trim().max(CARE_NOTE_MAX)
const residentFields = z.strictObject({
  name: nameText('resident.name-required', 80),
  kana: line(80).default(''),
  honorific: z.enum(HONORIFICS).default('sama'),
  careNote: careNote.default(''),
  facts: residentFacts.default(residentFacts.parse({})),
  consents,
})

const bed = z.number('resident.bed-invalid').int('resident.bed-invalid').min(1, 'resident.bed-invalid')
/** `at`: since when; never ahead of the clock, because consents take effect with the stay. */
export const stayDraft = z.strictObject({
  cameraId: z.uuid('resident.room-required'),
  bed: bed.max(BEDS_MAX, 'resident.bed-invalid').default(1),
  at: instant,
})
export type StayDraft = z.output<typeof stayDraft>

export const residentDraft = residentFields.extend({
  /** The first stay; null: none yet. */
  stay: stayDraft.nullable().default(null),
})
export type ResidentDraft = z.output<typeof residentDraft>
export const residentPatch = patchFields(residentFields).extend({ id: z.uuid(), version })
export type ResidentPatch = z.output<typeof residentPatch>

/** A line of a file: a room by its name, one answer for each question, one date and signature for all three. */
export const residentLine = z.strictObject({
  name: residentFields.shape.name,
  kana: residentFields.shape.kana,
  honorific: residentFields.shape.honorific,
  careNote: residentFields.shape.careNote,
  /** Empty: no stay yet. */
  room: line(80).default(''),
  bed: stayDraft.shape.bed,
  /** A day of the site's calendar, from its first minute; empty: from now on. */
  from: z.union([z.literal(''), calendarDay('resident.date-invalid')]).default(''),
  detection: z.boolean('resident.consent-required'),
  recording: z.boolean('resident.consent-required'),
  clearImages: z.boolean('resident.consent-required'),
  answeredOn: calendarDay('resident.date-invalid'),
  answeredBy: consentDraft.shape.answeredBy,
})
export type ResidentLine = z.output<typeof residentLine>

/** `id`: of the object with the text; for shift notes on a room, and for a camera's own texts, that of the camera. */
const mention = z.object({
  kind: z.enum(['alert', 'accident', 'handover', 'check-in', 'room-note', 'shift-note', 'camera']),
  id: z.uuid(),
  at: z.iso.datetime(),
})
export type ResidentMention = z.infer<typeof mention>
export const MENTIONS_MAX = 50

const change = { access: RESIDENT_ADMINS, whileBound: 'within-units', changes: true } as const
/** The version that the user has seen: an older one is a conflict. */
const ofVersion = z.strictObject({ version: z.coerce.number().pipe(version) })

export const residentEndpoints = {
  'resident.search': endpoint({
    method: 'POST',
    path: 'resident/search',
    access: RESIDENT_READERS,
    summary:
      'One page of the residents of the reader’s units, by name. An organisation’s administrator connects first.',
    query: keyedQuery,
    body: z.strictObject({
      /** In the name or the room. */
      text: z.string().max(80).optional(),
      unitIds: z.array(z.uuid()).max(500).optional(),
      state: z.enum(RESIDENT_STATES).default('present'),
    }),
    response: page(resident),
  }),
  'resident.get': endpoint({
    method: 'GET',
    path: 'resident/:id',
    access: RESIDENT_READERS,
    summary: 'One resident with consents and stays; of a name alone for restricted staff.',
    params: byId,
    response: residentDetail,
  }),
  'resident.create': endpoint({
    ...change,
    method: 'POST',
    path: 'resident',
    summary: 'Add a resident with the three consents, and the stay that they begin with.',
    body: residentDraft,
    response: resident,
  }),
  'resident.import': endpoint({
    ...change,
    method: 'POST',
    path: 'resident/import',
    summary:
      'Add many residents, all or none: with one faulty line nobody is added, and every line’s errors are answered.',
    body: z.strictObject({
      /** Checked one by one, so that every line’s errors are known at once. */
      lines: z
        .array(z.record(z.string().max(60), z.unknown()))
        .min(1)
        .max(IMPORT_MAX),
      /** Checks everything and adds nobody. */
      dryRun: z.boolean().default(false),
    }),
    response: z.object({
      isImported: z.boolean(),
      /** `fields`: the error of each field by its name; empty when the line is good. */
      lines: z.array(
        z.object({
          line: z.number().int(),
          fields: z.record(z.string(), z.string()),
          /** The same name is in an earlier line, or a resident has it: perhaps the same person. Nothing is refused for it. */
          repeats: z.enum(['line', 'resident']).nullable(),
        }),
      ),
    }),
  }),
  'resident.patch': endpoint({
    ...change,
    method: 'PUT',
    path: 'resident/patch',
    summary:
      'Change a resident’s name, honorific, care note or consents. Cameras of the room follow the consents at once.',
    body: residentPatch,
    changesObject: residentDetail,
    response: resident,
  }),
  'resident.note': endpoint({
    method: 'PUT',
    path: 'resident/:id/note',
    access: RESIDENT_STAFF,
    summary: 'Change the care note alone.',
    params: byId,
    body: z.strictObject({ careNote, version }),
    response: resident,
    changes: true,
  }),
  'resident.move': endpoint({
    ...change,
    method: 'POST',
    path: 'resident/:id/move',
    summary: 'Move a resident into a room: the stay before ends at that instant. Also the first stay.',
    params: byId,
    body: stayDraft.extend({ version }),
    response: resident,
  }),
  'resident.leave': endpoint({
    ...change,
    method: 'POST',
    path: 'resident/:id/leave',
    summary: 'End the present stay.',
    params: byId,
    body: z.strictObject({ at: instant, version }),
    response: resident,
  }),
  'resident.correct': endpoint({
    ...change,
    method: 'PUT',
    path: 'resident/:id/stay',
    summary: 'Correct a stay that was written down wrongly: its room, bed or times; or delete it.',
    params: byId,
    body: z.discriminatedUnion('action', [
      z.strictObject({
        action: z.literal('change'),
        stayId: z.uuid(),
        version,
        ...stayDraft.pick({ cameraId: true, bed: true }).shape,
        from: instant,
        to: instant.nullable(),
      }),
      z.strictObject({ action: z.literal('delete'), stayId: z.uuid(), version }),
    ]),
    response: resident,
  }),
  'resident.remove': endpoint({
    ...change,
    method: 'DELETE',
    path: 'resident/:id',
    summary: 'The first step of an erasure: ends the stay and hides the resident. Can be restored for 30 days.',
    params: byId,
    query: ofVersion,
  }),
  'resident.restore': endpoint({
    ...change,
    method: 'POST',
    path: 'resident/:id/restore',
    summary: 'Take a removal back. The stay stays ended.',
    params: byId,
  }),
  'resident.mentions': endpoint({
    method: 'GET',
    path: 'resident/:id/mentions',
    access: RESIDENT_ADMINS,
    whileBound: 'within-units',
    summary:
      'Texts that people wrote and that hold a part of the name of a resident: an erasure leaves them as they are.',
    params: byId,
    /** Newest first. */
    response: z.object({ mentions: z.array(mention).max(MENTIONS_MAX), totalCount: z.number().int() }),
  }),
  'resident.erase': endpoint({
    ...change,
    method: 'DELETE',
    path: 'resident/:id/data',
    summary: 'The second step: deletes the name, the note, consents and stays of a removed resident for good.',
    params: byId,
    query: ofVersion,
  }),
}
