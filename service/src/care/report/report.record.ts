/** The progress of a draft, as a row whose changes are published to open consoles. */
import type { ReportStep } from '@mimamori/contract/care/report.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { RowLost } from '#platform/work/queue/queue-worker.ts'
import { type ClaimedJob, noteProgress, type StepRecord } from './report.job.queries.ts'

export type WorkerPlatform = Pick<Platform, 'config' | 'clock' | 'database' | 'bus' | 'wakeSignals' | 'storage'>

/** Minimum interval of progress updates. */
const NOTE_MS = 400

export class JobRecord {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'bus'>
  readonly #job: ClaimedJob
  readonly #heldMs: number
  readonly #steps: StepRecord[] = []
  #percent = 0
  #askedModel = false
  #notedAtMs = 0
  #isNoting = false

  constructor(platform: Pick<Platform, 'database' | 'clock' | 'bus'>, job: ClaimedJob, heldMs: number) {
    this.#platform = platform
    this.#job = job
    this.#heldMs = heldMs
  }

  /** Ends the previous step and begins this one. Throws RowLost. */
  async begin(step: ReportStep): Promise<void> {
    this.endStep()
    this.#steps.push({ step, startedAt: this.#platform.clock.now().toISOString(), endedAt: null })
    this.#percent = 0
    await this.#note()
  }

  endStep(): void {
    const last = this.#steps.at(-1)
    if (last && last.endedAt === null) last.endedAt = this.#platform.clock.now().toISOString()
  }

  /** Progress of the current step, 0 to 100. Not awaited, and not stored each time. */
  progress(percent: number): void {
    const nowMs = this.#platform.clock.now().getTime()
    if (percent <= this.#percent || this.#isNoting || nowMs - this.#notedAtMs < NOTE_MS) return
    this.#percent = percent
    this.#isNoting = true
    // The next step detects whether the row still belongs to this worker.
    void this.#note()
      .catch(() => undefined)
      .finally(() => {
        this.#isNoting = false
      })
  }

  /** From here on it counts against the site's budget. Throws RowLost. */
  async askingModel(): Promise<void> {
    this.#askedModel = true
    await this.#note()
  }

  /** Throws RowLost. */
  renew(): Promise<void> {
    return this.#note()
  }

  /** Runs in the transaction that stores the result. Throws RowLost. */
  async noteIn(db: PlatformDb): Promise<void> {
    const now = this.#platform.clock.now()
    this.#notedAtMs = now.getTime()
    const isOurs = await noteProgress(db, this.#job, {
      steps: this.#steps,
      progressPercent: this.#percent,
      heldUntil: new Date(now.getTime() + this.#heldMs),
      now,
      askedModel: this.#askedModel,
    })
    if (!isOurs) throw new RowLost()
  }

  async #note(): Promise<void> {
    await this.#platform.database.asPlatform('note a report', (db) => this.noteIn(db))
    const { tenantId, alertId, unitId } = this.#job
    this.#platform.bus.publish(tenantId, { type: 'report-changed', alertId, unitId })
  }
}
