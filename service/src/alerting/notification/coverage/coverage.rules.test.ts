import { weekOf } from '@mimamori/contract/camera/week.ts'
import { describe, expect, test } from 'vitest'
import { type PathFacts, problemsOf } from './coverage.rules.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const NURSE = {
  hasPush: true,
  hasRinger: false,
  isRingerFailing: false,
  hasProvenDevice: true,
  hasRefused: false,
  duties: [{ startMs: Date.parse('2026-11-23T13:00Z'), endMs: Date.parse('2026-11-23T22:00Z') }],
}
const GOOD: PathFacts = {
  isOn: true,
  status: 'Online',
  reasonCode: null,
  roomReason: null,
  isWorkerLost: false,
  heardAt: ago(0),
  passedAt: ago(30),
  timezone: 'Asia/Tokyo',
  awaitsBed: false,
  measuresFalls: false,
  isContactFailing: false,
  schedules: [null],
  recipients: 1,
  isReachable: true,
  lastRound: 1,
  people: [NURSE],
  hasShifts: true,
}
const problems = (more: Partial<PathFacts>) => problemsOf({ ...GOOD, ...more }, NOW)
const from = (startMinute: number, endMinute: number) => weekOf([{ startMinute, endMinute }])

describe('PROOF-01 what would not arrive tonight', () => {
  test('PROOF-01 a room without problems has none listed', () => {
    expect(problems({})).toEqual([])
  })

  test.each([
    ['camera-off', { isOn: false }],
    ['hub-away', { heardAt: ago(1) }],
    ['no-image', { status: 'Offline' }],
    ['app-off', { schedules: [] }],
    ['bed-missing', { awaitsBed: true }],
    ['falls-measured', { measuresFalls: true }],
    ['no-subscriber', { recipients: 0, people: [] }],
    ['nobody-reachable', { isReachable: false }],
    ['chain-empty', { lastRound: 0 }],
    ['pose-missing', { reasonCode: 'pose-missing' }],
    ['not-proven', { passedAt: ago(120) }],
    ['not-proven', { passedAt: null }],
    ['view-changed', { reasonCode: 'view-changed' }],
    ['view-changed', { roomReason: 'view-changed' }],
    ['lens-unclear', { reasonCode: 'lens-unclear' }],
    ['too-dark', { reasonCode: 'too-dark' }],
    ['pose-late', { reasonCode: 'pose-late' }],
    ['pose-late', { reasonCode: 'hub-slow' }],
    ['worker-lost', { isWorkerLost: true }],
    ['image-frozen', { reasonCode: 'image-frozen' }],
    ['out-of-schedule', { schedules: [from(0, 600)] }],
    [
      'nobody-on-duty',
      { people: [{ ...NURSE, duties: [{ startMs: NOW.getTime(), endMs: Date.parse('2026-11-23T13:00Z') }] }] },
    ],
    ['ringer-failing', { people: [{ ...NURSE, isRingerFailing: true }] }],
    ['contact-failing', { isContactFailing: true }],
    ['input-lost', { reasonCode: 'input-lost' }],
    ['push-refused', { people: [{ ...NURSE, hasPush: false, hasRefused: true }] }],
    ['no-push', { people: [{ ...NURSE, hasPush: false }] }],
    ['device-not-proven', { people: [{ ...NURSE, hasProvenDevice: false }] }],
  ] as const)('PROOF-01 it says %s and nothing else of %o', (problem, facts) => {
    expect(problems(facts as Partial<PathFacts>)).toEqual([problem])
  })

  test('PROOF-01 two detections cover the night together, and shifts count where the site has them', () => {
    expect(problems({ schedules: [from(0, 720), from(720, 1440)] })).toEqual([])
    expect(problems({ hasShifts: false, people: [{ ...NURSE, duties: [] }] })).toEqual([])
  })
})
