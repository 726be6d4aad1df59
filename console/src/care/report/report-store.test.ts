import type { EventDetail, ReportJob } from '@mimamori/contract/care/report.ts'
import { describe, expect, test } from 'vitest'
import { ReportStore } from './report-store.ts'

const ID = '019b0000-0000-7000-8000-000000000001'
const DETAIL = { id: 'r1', eventId: ID, state: 'draft', version: 3, content: 'A fall.' } as EventDetail
const JOB = { id: 'j1', eventId: ID, state: 'running', steps: [] } as unknown as ReportJob

type Answers = Record<string, unknown>
/** A service that answers from a table; an Error is thrown. */
function storeWith(answers: Answers) {
  const asked: [string, unknown][] = []
  const call = async (key: string, request: unknown) => {
    asked.push([key, request])
    const answer = answers[key]
    if (answer instanceof Error) throw answer
    return answer ?? {}
  }
  return { store: new ReportStore(ID, call as never), asked, answers }
}
const page = (...records: EventDetail[]) => ({ records, totalCount: records.length, currentPage: 0 })

describe('REPORT-03 what people do with a report', () => {
  test('REPORT-02 REPORT-03 the latest report is requested as one record, and loading ends', async () => {
    const { store, asked } = storeWith({ 'eventDetail.search': page(DETAIL), 'eventDetail.job': { job: null } })
    const loading = store.load()
    expect(store.state().isLoading).toBe(true)
    await loading
    expect(store.state()).toMatchObject({ detail: DETAIL, isLoading: false, isLoaded: true, error: null })
    expect(asked.find(([key]) => key === 'eventDetail.search')![1]).toEqual({
      query: { pageSize: 1, pageNumber: 0, sortColumn: 'createdAt', sortAscending: false },
      body: { eventId: ID },
    })
  })

  test('REPORT-03 generating lasts until the work is over', async () => {
    const { store, answers } = storeWith({ 'eventDetail.generate': JOB, 'eventDetail.search': page() })
    const begun = store.generate()
    expect(store.state().isGenerating).toBe(true)
    await begun
    expect(store.state().isGenerating).toBe(true)
    answers['eventDetail.job'] = { job: { ...JOB, state: 'done' } }
    answers['eventDetail.search'] = page(DETAIL)
    await store.load()
    expect(store.state()).toMatchObject({ isGenerating: false, detail: DETAIL })
  })

  test('REPORT-03 every action keeps its error and raises it again', async () => {
    const error = new Error('the service said no')
    const { store } = storeWith({
      ...{ 'eventDetail.search': error, 'eventDetail.job': { job: null }, 'eventDetail.generate': error },
      ...{ 'eventDetail.create': error, 'eventDetail.update': error, 'eventDetail.restore': error },
      'eventDetail.remove': error,
    })
    const actions = [
      () => store.load(),
      () => store.generate(),
      () => store.save('x'),
      () => store.update('x', DETAIL),
      () => store.restore('e1', DETAIL),
      () => store.remove(DETAIL),
    ]
    for (const action of actions) {
      await expect(action()).rejects.toBe(error)
      expect(store.state()).toMatchObject({ error: error, isLoading: false, isGenerating: false })
    }
  })

  test('REPORT-03 a reset clears detail, loading, error and generating, also against later answers', async () => {
    const { store } = storeWith({
      ...{ 'eventDetail.search': page(DETAIL), 'eventDetail.job': { job: JOB }, 'eventDetail.remove': new Error('no') },
    })
    await store.load()
    await store.remove(DETAIL).catch(() => undefined)
    expect(store.state()).toMatchObject({ detail: DETAIL, isGenerating: true })
    const late = store.load()
    store.reset()
    await late
    expect(store.state()).toMatchObject({ detail: null, isLoading: false, error: null, isGenerating: false, job: null })
  })

  test('REPORT-02 a draft is saved with its version, and removing it empties the card', async () => {
    const saved = { ...DETAIL, state: 'saved', version: 4 }
    const { store, asked } = storeWith({
      ...{ 'eventDetail.search': page(DETAIL), 'eventDetail.job': { job: null }, 'eventDetail.create': saved },
    })
    await store.load()
    await store.save('A fall. He was sitting.')
    expect(asked.at(-1)).toEqual([
      'eventDetail.create',
      { body: { eventId: ID, eventType: 'ALERT', content: 'A fall. He was sitting.', version: 3 } },
    ])
    expect(store.state().detail).toEqual(saved)
    await store.remove(saved as EventDetail)
    expect(store.state().detail).toBeNull()
  })
})
