import { describe, expect, test } from 'vitest'
import type { HandoverSheet } from './handover.ts'
import { handoverCsv } from './handover-csv.ts'

const NOTE = { text: '', version: 0, userName: null, at: null }
const SATO = { id: 'a', name: '佐藤 一郎', honorific: 'sama' as const }
const OTA = { id: 'b', name: '太田 花', honorific: 'san' as const }
const ROOM: HandoverSheet['rooms'][number] = {
  ...{
    room: '202',
    cameraId: 'room-202',
    location: 'Room 202',
    residents: [SATO],
    unitName: '2F',
    bedExits: 3,
    usualBedExits: 2,
  },
  sleep: {
    ...{ day: '2026-11-30', isProvisional: true, sleepMinutes: 400, coverageShare: 0.93 },
    ...{ bedtimeOfDay: 22 * 60, getUpOfDay: 6 * 60 },
  },
  ...{ checkIns: 4, visits: 1, note: NOTE },
}
const ALARM: HandoverSheet['alarms'][number] = {
  ...{
    alertId: 'one',
    cameraId: 'room-202-b',
    room: '202',
    location: 'Room 202',
    residents: [],
    activity: 'A005',
    isPossible: false,
  },
  ...{
    severity: 'critical',
    occurredAt: '2026-11-30T15:00:00Z',
    state: 'resolved',
    claimedSeconds: 5,
    note: null,
    kindName: null,
  },
  ...{ arrivedSeconds: 60, resolvedSeconds: 300, userName: 'Yuki', outcome: 'no-injury', thumbnailUrl: null },
}
const SHEET: HandoverSheet = {
  ...{ siteName: 'Sakura', timezone: 'Asia/Tokyo', unitId: null, unitName: null, at: '2026-11-30T22:00:00Z' },
  shift: {
    ...{ key: 'night', name: null, day: '2026-11-30' },
    ...{ startsAt: '2026-11-30T09:00:00Z', endsAt: '2026-11-30T21:00:00Z' },
  },
  ...{ alarms: [ALARM], alarmCount: 1, callCount: 1, open: [], rooms: [ROOM], checkIns: [], errors: [], note: NOTE },
  missed: [{ location: 'Room 202', at: '2026-11-30T16:00:00Z', userName: 'Yuki', text: '' }],
  notes: [{ location: 'Room 202', at: '2026-11-30T15:05:00Z', userName: 'Yuki', text: '=1+1, "slipped"' }],
}

/** Each line by the key of its heading. */
function linesOf(sheet: HandoverSheet) {
  const [head, ...lines] = handoverCsv(sheet, { word: (key) => key, dateTime: (at) => at })
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
  return lines.map((line) => Object.fromEntries(head!.split(',').map((key, at) => [key, line.split(',')[at]])))
}

describe('the file of a shift', () => {
  test('REACH-80 says of each resident how the night was, what rang, and who looked in', () => {
    expect(linesOf(SHEET)).toMatchObject([
      {
        ...{ day: '2026-11-30', shift: 'shift-night', room: 'Room 202', 'csv-resident': '佐藤 一郎 様', unit: '2F' },
        ...{ 'csv-asleep': '400', 'csv-awake': '80', 'csv-bedtime': '22:00', 'csv-get-up': '06:00', 'csv-seen': '93' },
        ...{ provisional: '1', 'bed-exits': '3', usual: '2', 'csv-falls': '1', 'csv-alarms': '1', 'check-ins': '4' },
        ...{ missed: '1', 'csv-visits': '1' },
      },
    ])
  })

  test('REACH-80 has a line for each of two residents, and one for a room without any', () => {
    const rooms = [
      { ...ROOM, residents: [SATO, OTA] },
      { ...ROOM, room: '205', cameraId: 'room-205', location: 'Room 205', residents: [] },
    ]
    expect(linesOf({ ...SHEET, rooms }).map((line) => line['csv-resident'])).toEqual([
      '佐藤 一郎 様',
      '太田 花 さん',
      '',
    ])
  })

  test('REACH-80 counts no alarm that an earlier shift left open', () => {
    const open = [{ ...ALARM, alertId: 'earlier', occurredAt: '2026-11-29T15:00:00Z', state: 'open' as const }]
    expect(linesOf({ ...SHEET, open })).toMatchObject([{ 'csv-falls': '1', 'csv-alarms': '1' }])
  })

  test('REACH-80 leaves blank what is not known of a night, and no note runs as a formula', () => {
    const [line] = linesOf({ ...SHEET, rooms: [{ ...ROOM, sleep: null }] })
    expect(line).toMatchObject({
      'csv-asleep': '',
      'csv-awake': '',
      'csv-bedtime': '',
      'csv-seen': '',
      provisional: '',
    })
    expect(line!.note).toBe(`"'=1+1`)
  })
})
