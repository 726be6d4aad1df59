import { describe, expect, test } from 'vitest'
import { fromContent, isInForce, toAlertSearch, toContent, toFilter } from './alert-search.ts'

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
    const filter = toFilter({ unread: true, range: 'day', cameraIds: [CAMERA], activities: ['A005'] }, ['u1'], NOW)
    expect(filter).toEqual({
      archived: false,
      hasRead: false,
      activities: ['A005'],
      cameraIds: [CAMERA],
      unitIds: ['u1'],
      from: '2026-11-19T17:23:00.000Z',
    })
  })

  test('NAV-09 a link to one camera, and to several, is understood', () => {
    expect(toAlertSearch({ cameraId: CAMERA })).toEqual({ cameraIds: [CAMERA] })
    expect(toAlertSearch({ cameraIds: [CAMERA, 'x', CAMERA], tagIds: 'x', shiftIds: [CAMERA] })).toEqual({
      cameraIds: [CAMERA],
      shiftIds: [CAMERA],
    })
  })

  test('ALERT-03 a kept filter says all that narrows the list, and is known again whatever page and view are shown', () => {
    const search = toAlertSearch({ unread: true, severities: ['critical'], cameraIds: [CAMERA], range: 'week' })
    const content = toContent(search)
    expect(toAlertSearch(fromContent(content) as Record<string, unknown>)).toEqual(search)
    expect(isInForce({ content }, { ...search, page: 3, view: 'list' })).toBe(true)
    expect(isInForce({ content }, { ...search, range: 'day' })).toBe(false)
    expect(isInForce({ content }, {})).toBe(false)
  })
})
