/** State of the report of one alert in the console, and its actions. Requirement REPORT-03. */
import type { EventDetail, ReportJob } from '@mimamori/contract/care/report.ts'
import type { call as callService } from '#lib/service/api.ts'
import { createStore } from '#lib/store.ts'

type ReportState = {
  /** The latest report: a draft goes before a saved one. Null: there is none, or it is not loaded. */
  detail: EventDetail | null
  /** There is a saved report besides the draft. */
  hasSavedToo: boolean
  /** The latest job that writes a draft. */
  job: ReportJob | null
  isLoaded: boolean
  isLoading: boolean
  isGenerating: boolean
  /** Error of the last action; the next action clears it. */
  error: unknown
}

const EMPTY: ReportState = {
  ...{
    detail: null,
    hasSavedToo: false,
    job: null,
    isLoaded: false,
    isLoading: false,
    isGenerating: false,
    error: null,
  },
}

/** Every action stores its error and throws it again; `reset` clears detail, loading, error and generating. */
export class ReportStore {
  readonly #alertId: string
  readonly #call: typeof callService
  readonly #state = createStore<ReportState>(() => EMPTY)
  /** Responses to requests from before a reset are ignored. */
  #round = 0

  constructor(alertId: string, call: typeof callService) {
    this.#alertId = alertId
    this.#call = call
  }

  readonly state = this.#state.get
  readonly use = this.#state.use

  /** Loads the latest report and its latest job. */
  load(): Promise<void> {
    return this.#act('isLoading', async (set) => {
      const query = { pageSize: 1, pageNumber: 0, sortColumn: 'createdAt', sortAscending: false }
      const [{ job }, { records, totalCount }] = await Promise.all([
        this.#call('eventDetail.job', { params: { id: this.#alertId } }),
        this.#call('eventDetail.search', { query, body: { eventId: this.#alertId } }),
      ])
      const detail = records[0] ?? null
      set({ ...{ job, detail, isLoaded: true, isGenerating: isUnderWay(job) }, hasSavedToo: totalCount > 1 })
    })
  }

  /** Resolves when the job has started; `load` tracks it. */
  generate(): Promise<void> {
    return this.#act('isGenerating', async (set) => {
      const job = await this.#call('eventDetail.generate', { body: { id: this.#alertId } })
      set({ job, isGenerating: isUnderWay(job) })
    })
  }

  save(content: string): Promise<void> {
    const { detail } = this.#state.get()
    const version = detail?.state === 'draft' ? detail.version : undefined
    const body = { eventId: this.#alertId, eventType: 'ALERT' as const, content, version }
    return this.#act(null, async (set) => {
      set({ detail: await this.#call('eventDetail.create', { body }), hasSavedToo: false })
    })
  }

  update(content: string, { id, version }: Pick<EventDetail, 'id' | 'version'>): Promise<void> {
    return this.#act(null, async (set) =>
      set({ detail: await this.#call('eventDetail.update', { body: { id, content, version } }) }),
    )
  }

  restore(editId: string, { id, version }: Pick<EventDetail, 'id' | 'version'>): Promise<void> {
    return this.#act(null, async (set) =>
      set({ detail: await this.#call('eventDetail.restore', { body: { id, editId, version } }) }),
    )
  }

  /** After a draft is removed, the next `load` returns the saved report. */
  remove({ id, version }: Pick<EventDetail, 'id' | 'version'>): Promise<void> {
    return this.#act(null, async (set) => {
      await this.#call('eventDetail.remove', { params: { id }, query: { version } })
      set({ detail: null, job: null })
    })
  }

  reset(): void {
    this.#round++
    this.#state.set(EMPTY)
  }

  async #act(
    busy: 'isLoading' | 'isGenerating' | null,
    work: (set: (change: Partial<ReportState>) => void) => Promise<void>,
  ): Promise<void> {
    const round = this.#round
    const set = (change: Partial<ReportState>) => {
      if (round === this.#round) this.#state.set({ ...this.#state.get(), ...change })
    }
    set({ error: null, ...(busy && { [busy]: true }) })
    try {
      await work(set)
      if (busy === 'isLoading') set({ isLoading: false })
    } catch (error) {
      set({ error, ...(busy && { [busy]: false }) })
      throw error
    }
  }
}

function isUnderWay(job: ReportJob | null): boolean {
  return job?.state === 'waiting' || job?.state === 'running'
}
