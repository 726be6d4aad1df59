import { describe, expect, test } from 'vitest'
import { toAlertSearch, toFilter } from './alert-search.ts'

const NOW = new Date('2026-11-20T17:23:45.678Z')
const CAMERA = '0197f3b2-0000-7000-8000-000000000001'

describe('the address of the alerts list', () => {
  test('NAV-09 keeps what it understands and drops the rest', () => {
    const raw = { unread: 'true', severities: ['critical', 'purple'], range: 'week', page: '3', cameraId: 'x', sort: 1 }
    expect(toAlertSearch(raw)).toEqual({ unread: true, severities: ['critical'], range: 'week', page: 3 })
  })

  test('is empty for the plain list', () => {
    expect(toAlertSearch({})).toEqual({})
    expect(toAlertSearch({ sort: 'oldest' })).toEqual({ turned: true })
  })

  test('ALERT-02 becomes the filter that the service gets', () => {
    const filter = toFilter({ unread: true, range: 'day', cameraId: CAMERA, activities: ['A005'] }, ['u1'], NOW)
    expect(filter).toEqual({
      archived: false,
      hasRead: false,
      activities: ['A005'],
      cameraIds: [CAMERA],
      unitIds: ['u1'],
      from: '2026-11-19T17:23:00.000Z',
    })
  })
})
