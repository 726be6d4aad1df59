import { describe, expect, test } from 'vitest'
import {
  belongsTo,
  fromContent,
  isInForce,
  promptAbout,
  type Raised,
  toAlertSearch,
  toContent,
  toFilter,
} from './alert-search.ts'

const NOW = new Date('2026-11-20T17:23:45.678Z')
const CAMERA = '0197f3b2-0000-7000-8000-000000000001'
const EAST = { id: '0197f3b2-0000-7000-8000-000000000002', name: 'East' }
const WEST = { id: '0197f3b2-0000-7000-8000-000000000003', name: 'West' }

describe('the address of the alerts list', () => {
  test('NAV-09 keeps what it understands and drops the rest', () => {
    const raw = { unread: 'true', severities: ['critical', 'purple'], range: 'week', page: '3', cameraId: 'x', sort: 1 }
    expect(toAlertSearch(raw)).toEqual({ unread: true, severities: ['critical'], range: 'week', page: 3 })
  })

  test('is empty for the plain list', () => {
    expect(toAlertSearch({})).toEqual({})
  })

  test('ALERT-02 becomes the filter that the service gets', () => {
    const filter = toFilter({ unread: true, range: 'day', cameraIds: [CAMERA], activities: ['A005'] }, ['u1'], {
      now: NOW,
      timeZone: 'UTC',
    })
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

  test('ALERT-03 a saved filter holds its units, and is in force with exactly these, in any order', () => {
    const content = toContent({ unread: true }, [EAST, WEST])
    expect(content.units).toEqual([EAST, WEST])
    const inForce = [[WEST, EAST], [EAST], []].map((units) => isInForce({ content }, { unread: true }, units))
    expect(inForce).toEqual([true, false, false])
  })

  test('ALERT-03 a saved filter contains all filters and is recognized on every page and view', () => {
    const search = toAlertSearch({ unread: true, severities: ['critical'], cameraIds: [CAMERA], range: 'week' })
    const content = toContent(search, [])
    expect(toAlertSearch(fromContent(content) as Record<string, unknown>)).toEqual(search)
    expect(isInForce({ content }, { ...search, page: 3, view: 'list' }, [EAST])).toBe(true)
    expect(isInForce({ content }, { ...search, range: 'day' }, [])).toBe(false)
    expect(isInForce({ content }, {}, [])).toBe(false)
  })

  test('ALERT-03 a saved filter has tab, order, words and what a report narrows by', () => {
    const search = toAlertSearch({
      ...{ tab: 'needs', sort: 'severity', turned: true, text: '山田', archived: 'any' },
      ...{ window: 'night', verdicts: ['none'], unanswered: true, late: true },
    })
    const content = toContent(search, [])
    expect(toAlertSearch(fromContent(content) as Record<string, unknown>)).toEqual(search)
    expect(isInForce({ content }, { ...search, tab: 'answering' }, [])).toBe(false)
    const plain = toContent({ unread: true }, [])
    expect(isInForce({ content: plain }, { unread: true, tab: 'needs' }, [])).toBe(true)
    expect(isInForce({ content: plain }, { unread: true, late: true }, [])).toBe(false)
  })
})

describe('a new alert', () => {
  const raised: Raised = {
    type: 'alert-raised',
    alertId: '0197f3b2-0000-7000-8000-000000000009',
    cameraId: CAMERA,
    cameraName: 'Room 201',
    location: '201',
    unitId: EAST.id,
    activity: 'A005',
    severity: 'critical',
    occurredAt: '2026-11-20T17:23:45.678Z',
  }

  test('ALERT-10 belongs to the list that its unit, camera, severity and activity fit', () => {
    expect(belongsTo(raised, { severities: ['critical'], cameraIds: [CAMERA] }, [EAST.id])).toBe(true)
    expect(belongsTo(raised, {}, [WEST.id])).toBe(false)
    expect(belongsTo(raised, { activities: ['A006'] }, [])).toBe(false)
    expect(belongsTo(raised, { verdicts: ['real'] }, [])).toBe(false)
  })

  test('ALERT-10 is asked of the service where tags, shifts or the time of day narrow the list', () => {
    const narrowed = [{ tagIds: [CAMERA] }, { shiftIds: [CAMERA] }, { window: 'night' as const }]
    expect(narrowed.map((search) => belongsTo(raised, search, []))).toEqual(['ask', 'ask', 'ask'])
    expect(belongsTo({ ...raised, unitId: WEST.id }, { tagIds: [CAMERA] }, [EAST.id])).toBe(false)
    expect(belongsTo({ ...raised, cameraId: null }, { tagIds: [CAMERA] }, [])).toBe(false)
    expect(promptAbout(raised, { tagIds: [WEST.id], range: 'day' }, [EAST.id])).toEqual({
      archived: false,
      tagIds: [WEST.id],
      unitIds: [EAST.id],
      cameraIds: [CAMERA],
      from: '2026-11-20T17:23:45.678Z',
      to: '2026-11-20T17:23:45.679Z',
    })
  })
})
