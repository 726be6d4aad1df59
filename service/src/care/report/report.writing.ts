/** The four steps of a draft: the clip, the facts, the text, and the row that a person may save. Requirement REPORT-01. */
import type { ModelError, ReportBasis, ReportSentence } from '@mimamori/contract/care/report.ts'
import { toContent } from '@mimamori/contract/care/report-text.ts'
import { type ClipReading, loadClip, readClip } from './report.clip.ts'
import { collectFacts, type Facts } from './report.facts.ts'
import { type ClaimedJob, countModelJobs, type ReportInput, readInput } from './report.job.queries.ts'
import type { ModelOptions } from './report.model.ts'
import { deleteDraft, insertReport } from './report.queries.ts'
import type { JobRecord, WorkerPlatform } from './report.record.ts'
import { logOf, outcomeOf, timelineOf, writeFromFacts } from './wording/report.sentences.ts'

type Options = ModelOptions & { signal: AbortSignal }
const DAY_MS = 24 * 60 * 60_000

/** Writes a draft. Throws JobLost if another instance works on it, and database errors. */
export async function writeDraft(
  platform: WorkerPlatform,
  job: ClaimedJob,
  record: JobRecord,
  options: Options,
): Promise<void> {
  const { database } = platform
  await record.begin('analyzing')
  const before = await database.asPlatform('read the alert of a report', (db) =>
    readInput(db, job.tenantId, job.alertId),
  )
  // Deleted meanwhile: no report is needed.
  if (!before) return
  const clip = await analyze(platform, job, before, record, options.signal)

  await record.begin('detecting')
  // Read again: somebody may have answered the alert during the analysis of the clip.
  const input = await database.asPlatform('read the alert of a report', (db) =>
    readInput(db, job.tenantId, job.alertId),
  )
  if (!input) return
  const facts = collectFacts(input.source, clip, job.locale, job.timeZone)

  await record.begin('generating')
  const written = await generate(platform, job, record, facts, options)

  await record.begin('finalizing')
  await finalize(platform, job, record, facts, written)
}

async function analyze(
  { storage, config }: WorkerPlatform,
  { tenantId }: ClaimedJob,
  { clipState, clipMediaId, source }: ReportInput,
  record: JobRecord,
  signal: AbortSignal,
): Promise<ClipReading> {
  if (clipState === 'damaged') return { use: 'unreadable' }
  if (clipState === 'failed') return { use: 'missing' }
  if (clipState !== 'ready' || clipMediaId === null) return { use: clipState === 'ready' ? 'missing' : clipState }
  const mp4 = await loadClip(storage, { tenantId, mediaId: clipMediaId })
  if (mp4 === null || mp4 === 'too-large') return { use: mp4 ?? 'missing' }
  const wantsImages = config.model?.sendsImages ?? false
  const onProgress = (percent: number) => record.progress(percent)
  return readClip(mp4, source.clipAlertAtMs, { wantsImages, signal, onProgress })
}

type Written = {
  sentences: ReportSentence[]
  writtenBy: ReportBasis['writtenBy']
  modelError: ModelError | null
  framesSent: boolean
}

async function generate(
  { config, database, clock }: WorkerPlatform,
  { tenantId, locale, timeZone }: ClaimedJob,
  record: JobRecord,
  facts: Facts,
  options: Options,
): Promise<Written> {
  const plain = (modelError: ModelError | null): Written => ({
    ...{ sentences: writeFromFacts(facts), writtenBy: 'facts', modelError, framesSent: false },
  })
  const { model } = config
  if (!model) return plain(null)
  const since = new Date(clock.now().getTime() - DAY_MS)
  const asked = await database.asPlatform('budget of a model', (db) => countModelJobs(db, tenantId, since))
  if (asked >= model.perDay) return plain('budget')
  await record.askingModel()
  // Loaded where a model is configured alone: it is as large as the rest of the service.
  const { writeWithModel } = await import('./report.model.ts')
  const written = await writeWithModel(model, { facts, locale, timeZone, signal: options.signal }, options)
  options.signal.throwIfAborted()
  if ('error' in written) return plain(written.error)
  return {
    sentences: completed(written.sentences, facts),
    writtenBy: 'model',
    modelError: null,
    framesSent: written.framesSent,
  }
}

/** Begins with what a person wrote, fills empty sections from the facts, and adds the log. */
function completed(sentences: readonly ReportSentence[], facts: Facts): ReportSentence[] {
  const own = writeFromFacts(facts)
  const has = (section: ReportSentence['section']) => sentences.some((one) => one.section === section)
  return [
    ...outcomeOf(facts),
    ...sentences,
    ...(has('timeline') ? [] : timelineOf(facts)),
    ...(has('actions') ? [] : own.filter((one) => one.section === 'actions')),
    ...logOf(facts),
  ]
}

async function finalize(
  { database, config, clock }: WorkerPlatform,
  job: ClaimedJob,
  record: JobRecord,
  { clip }: Facts,
  { sentences, writtenBy, modelError, framesSent }: Written,
): Promise<void> {
  const found = clip.use === 'analyzed' ? clip.findings : null
  const basis: ReportBasis = {
    writtenBy,
    modelName: writtenBy === 'model' ? config.model!.name : null,
    modelError,
    clip: clip.use,
    framesAtMs: found?.frames.map(({ atMs }) => atMs) ?? [],
    framesSent,
    motionPercent: found?.motion.perSecond ?? [],
    timeZone: job.timeZone,
  }
  const by = { id: job.requestedBy, name: job.requestedByName }
  await database.asPlatform('store the draft of a report', async (db) => {
    record.endStep()
    await record.noteIn(db)
    await deleteDraft(db, job.tenantId, job.alertId)
    const at = { tenantId: job.tenantId, alertId: job.alertId, state: 'draft' as const }
    await insertReport(db, at, { content: toContent(sentences), sentences, basis }, by, clock.now())
  })
}
