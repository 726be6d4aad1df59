/** Incident reports: written by the service from an alert, saved by people. Requirements REPORT-01 to REPORT-04. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId, openPageQuery, page } from '../shared/page.ts'
import { READERS, STAFF } from '../shared/roles.ts'

/** The steps of the service for a report, in this order. */
export const REPORT_STEPS = ['analyzing', 'detecting', 'generating', 'finalizing'] as const
const reportStep = z.enum(REPORT_STEPS)
export type ReportStep = z.infer<typeof reportStep>

/** Parts of a report, in reading order; `log` is an appendix: what camera and messages recorded. */
export const REPORT_SECTIONS = ['summary', 'timeline', 'actions', 'log'] as const
const reportSection = z.enum(REPORT_SECTIONS)
export type ReportSection = z.infer<typeof reportSection>

/** The evidence of a sentence: a moment of the clip, a fact of the alert, or a step of its timeline. */
const reportEvidence = z.object({
  kind: z.enum(['clip', 'fact', 'step']),
  /** Offset in the clip, ms; null if it is not from the clip. */
  atMs: z.number().int().min(0).nullable(),
  /** Its text, in the report's language. */
  says: z.string().max(500),
})
export type ReportEvidence = z.infer<typeof reportEvidence>

const reportSentence = z.object({
  section: reportSection,
  text: z.string(),
  /** `facts`: written by the service from facts alone. `person`: typed by a person, so it has no evidence. */
  author: z.enum(['facts', 'model', 'person']),
  evidence: z.array(reportEvidence).max(12),
})
export type ReportSentence = z.infer<typeof reportSentence>

/** Why a configured model did not write the report. */
export const modelError = z.enum(['failed', 'timeout', 'unusable', 'budget'])
export type ModelError = z.infer<typeof modelError>

/** Result of the clip analysis; anything but `analyzed` means that the report is based on the alert's facts alone. */
const clipUse = z.enum([
  ...(['analyzed', 'none', 'pending', 'expired', 'missing', 'too-large', 'unreadable', 'too-slow'] as const),
  /** This installation of the service has no video library. */
  'no-decoder',
])
export type ClipUse = z.infer<typeof clipUse>

/** The basis of the whole report. */
const reportBasis = z.object({
  writtenBy: z.enum(['facts', 'model']),
  /** As configured; null if no model wrote it. */
  modelName: z.string().nullable(),
  /** Null: none was configured, or it wrote the report. */
  modelError: modelError.nullable(),
  clip: clipUse,
  /** Offsets of the analyzed key frames in the clip, ms. */
  framesAtMs: z.array(z.number().int().min(0)),
  /** Whether these were sent to the model, outside of the service. */
  framesSent: z.boolean(),
  /** Share of the frame that moved in each second of the clip, percent. */
  motionPercent: z.array(z.number().min(0).max(100)),
  /** Time zone of the times in the text. */
  timeZone: z.string(),
})
export type ReportBasis = z.infer<typeof reportBasis>

/** A report. `draft`: generated, and not saved by a person yet. */
export const eventDetail = z.object({
  id: z.uuid(),
  /** The alert. */
  eventId: z.uuid(),
  eventType: z.literal('ALERT'),
  content: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['draft', 'saved']),
  /** Incremented with each change. */
  version: z.number().int(),
  sentences: z.array(reportSentence),
  /** Null for a report that a person wrote from scratch. */
  basis: reportBasis.nullable(),
  /** Who last changed or saved it, and when; for a draft, who requested it. */
  editedByName: z.string(),
  editedAt: z.iso.datetime(),
  /** The number of earlier texts that can be restored. */
  editCount: z.number().int(),
})
export type EventDetail = z.infer<typeof eventDetail>

/** One change of a saved report, newest first. */
const reportEdit = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  userName: z.string(),
  /** `replaced`: a newly generated draft took its place. */
  kind: z.enum(['edited', 'replaced', 'restored']),
  before: z.string(),
  after: z.string(),
})
export type ReportEdit = z.infer<typeof reportEdit>

/** `interrupted`: the service ended more than once while it was written. */
const reportError = z.enum(['interrupted', 'unexpected'])

/** The progress of a draft. */
const reportJob = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Steps begun so far, in order; the last one is running while the state is `running`. */
  steps: z.array(z.object({ step: reportStep, startedAt: z.iso.datetime(), endedAt: z.iso.datetime().nullable() })),
  /** Progress of the running step. */
  progressPercent: z.number().int().min(0).max(100),
  error: reportError.nullable(),
  createdAt: z.iso.datetime(),
})
export type ReportJob = z.infer<typeof reportJob>

/** Maximum length of a report. */
export const REPORT_CONTENT_MAX = 50_000
const content = z.string().max(REPORT_CONTENT_MAX)
const version = z.number().int().min(1).optional()

export const reportEndpoints = {
  'eventDetail.generate': endpoint({
    method: 'POST',
    path: 'eventDetail/generateSummary',
    access: STAFF,
    summary: 'Have the draft of an incident report written; one that is being written already is answered instead.',
    body: z.strictObject({ id: z.uuid() }),
    response: reportJob,
    changes: true,
  }),
  'eventDetail.job': endpoint({
    method: 'GET',
    path: 'eventDetail/job/:id',
    access: READERS,
    summary: 'The latest work on the report of the alert with this id, and whether a model is configured.',
    params: byId,
    response: z.object({ job: reportJob.nullable(), hasModel: z.boolean() }),
  }),
  'eventDetail.update': endpoint({
    method: 'PUT',
    path: 'eventDetail/update',
    access: STAFF,
    summary: 'Change the text of an incident report. With a version: refused when another one is stored.',
    body: z.strictObject({ id: z.uuid(), content, version }),
    changesObject: eventDetail,
    response: eventDetail,
    changes: true,
  }),
  'eventDetail.create': endpoint({
    method: 'POST',
    path: 'eventDetail',
    access: STAFF,
    summary: 'Save an incident report: the draft with this text, or one that a person wrote.',
    body: z.strictObject({
      eventId: z.uuid(),
      eventType: z.literal('ALERT'),
      content: content.trim().min(1),
      /** Version of the draft that was read; rejected if another one is stored. */
      version,
    }),
    response: eventDetail,
    changes: true,
  }),
  'eventDetail.search': endpoint({
    method: 'POST',
    path: 'eventDetail/search',
    access: READERS,
    summary: 'The reports of an alert: at most a draft and a saved one.',
    query: openPageQuery,
    body: z.strictObject({ eventId: z.uuid() }),
    response: page(eventDetail),
  }),
  'eventDetail.history': endpoint({
    method: 'GET',
    path: 'eventDetail/:id/history',
    access: READERS,
    summary: 'Who changed a saved report, when, and from what to what; newest first.',
    params: byId,
    response: z.object({ records: z.array(reportEdit) }),
  }),
  'eventDetail.restore': endpoint({
    method: 'POST',
    path: 'eventDetail/restore',
    access: STAFF,
    summary: 'Give a saved report the text again that it had before an edit.',
    body: z.strictObject({ id: z.uuid(), editId: z.uuid(), version }),
    response: eventDetail,
    changes: true,
  }),
  'eventDetail.remove': endpoint({
    method: 'DELETE',
    path: 'eventDetail/:id',
    access: STAFF,
    summary: 'Delete an incident report with its history, or throw a draft away. With a version: only that one.',
    params: byId,
    query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }),
    changes: true,
  }),
}
