import { describe, expect, test } from 'vitest'
import { toFilter, toRecordingSearch } from './recording-search.ts'

const NOW = new Date('2026-11-20T17:23:45.678Z')
const [DOOR, HALL] = ['0197f3b2-0000-7000-8000-000000000001', '0197f3b2-0000-7000-8000-000000000002']

describe('the address of the recordings list', () => {
  test('REC-01 a link to one camera, and to several, is understood; what makes no sense is dropped', () => {
    expect(toRecordingSearch({ cameraId: DOOR })).toEqual({ cameraIds: [DOOR] })
    const raw = { cameraIds: [DOOR, 'x', HALL, DOOR], tagIds: 'x', archived: 'true', range: 'year' }
    expect(toRecordingSearch(raw)).toEqual({ cameraIds: [DOOR, HALL], archived: true })
    expect(toRecordingSearch({ cameraId: 'x' })).toEqual({})
  })

  test('REC-01 becomes the filter that the service gets, with a range of the user’s own', () => {
    const own = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
    expect(
      toFilter({ cameraIds: [DOOR, HALL], tagIds: [HALL], ...own }, ['u1'], { now: NOW, timeZone: 'UTC' }),
    ).toEqual({
      cameraIds: [DOOR, HALL],
      tagIds: [HALL],
      unitIds: ['u1'],
      ...own,
    })
    expect(toFilter({ range: 'day' }, [], { now: NOW, timeZone: 'UTC' })).toEqual({ from: '2026-11-19T17:23:00.000Z' })
  })
})
