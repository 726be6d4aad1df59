/** The rooms of a shift as a file for care records: one line for each resident. REACH-80. */

import { timeOfDayText } from '../insight/sleep-sentences.ts'
import type handover from '../languages/en/handover.json'
import type { TextKey } from '../languages/say.ts'
import { isFall } from '../shared/alarm-order.ts'
import { type CsvColumn, toCsv } from '../shared/csv.ts'
import { DAY_MINUTES } from '../shared/duration.ts'
import type { HandoverRoom, HandoverSheet } from './handover.ts'
import { residentTitle } from './resident-title.ts'

type Line = { room: HandoverRoom; resident: string }
/** Texts of `handover`, and an instant as the reader's clock shows it. */
type Words = { word: (key: TextKey<typeof handover>) => string; dateTime: (at: string) => string }

/** As `toCsv` gives it: one line for each resident, and one for a room without a known resident. Minutes, and shares in percent. */
export function handoverCsv(sheet: HandoverSheet, words: Words): string {
  const lines = sheet.rooms.flatMap((room): Line[] => {
    const names = room.residents.map(residentTitle)
    return (names.length > 0 ? names : ['']).map((resident) => ({ room, resident }))
  })
  return toCsv(columnsOf(sheet, words), lines)
}

function columnsOf(sheet: HandoverSheet, { word, dateTime }: Words): CsvColumn<Line>[] {
  const { shift } = sheet
  const inRoom = <T extends { location: string }>(all: readonly T[], { location }: HandoverRoom) =>
    all.filter((one) => one.location === location)
  const ofRoom = ({ room }: HandoverRoom) => sheet.alarms.filter((alarm) => alarm.room === room)
  return [
    { header: word('day'), csv: () => shift.day },
    { header: word('shift'), csv: () => shift.name ?? word(shift.key === 'day' ? 'shift-day' : 'shift-night') },
    { header: word('csv-from'), csv: () => dateTime(shift.startsAt) },
    { header: word('csv-to'), csv: () => dateTime(shift.endsAt) },
    { header: word('unit'), csv: ({ room }) => room.unitName },
    { header: word('room'), csv: ({ room }) => room.location },
    { header: word('csv-resident'), csv: ({ resident }) => resident },
    { header: word('csv-asleep'), csv: ({ room }) => room.sleep?.sleepMinutes },
    { header: word('csv-awake'), csv: ({ room }) => awakeMinutes(room) },
    { header: word('csv-bedtime'), csv: ({ room }) => clock(room.sleep?.bedtimeOfDay) },
    { header: word('csv-get-up'), csv: ({ room }) => clock(room.sleep?.getUpOfDay) },
    { header: word('csv-seen'), csv: ({ room }) => room.sleep && Math.round(room.sleep.coverageShare * 100) },
    { header: word('provisional'), csv: ({ room }) => room.sleep && (room.sleep.isProvisional ? 1 : 0) },
    { header: word('bed-exits'), csv: ({ room }) => room.bedExits },
    { header: word('usual'), csv: ({ room }) => room.usualBedExits },
    { header: word('csv-falls'), csv: ({ room }) => ofRoom(room).filter(isFall).length },
    { header: word('csv-alarms'), csv: ({ room }) => ofRoom(room).length },
    { header: word('check-ins'), csv: ({ room }) => room.checkIns },
    { header: word('missed'), csv: ({ room }) => inRoom(sheet.missed, room).length },
    { header: word('csv-visits'), csv: ({ room }) => room.visits },
    {
      header: word('note'),
      csv: ({ room }) =>
        [room.note.text, ...inRoom(sheet.notes, room).map(({ text }) => text)].filter(Boolean).join('\n'),
    },
  ]
}

/** Between going to bed and getting up, in bed or out of it. */
function awakeMinutes({ sleep }: HandoverRoom): number | null {
  if (!sleep || sleep.sleepMinutes === null || sleep.bedtimeOfDay === null || sleep.getUpOfDay === null) return null
  const nightMinutes = (sleep.getUpOfDay - sleep.bedtimeOfDay + DAY_MINUTES) % DAY_MINUTES
  return Math.max(0, Math.round(nightMinutes - sleep.sleepMinutes))
}

const clock = (minutes: number | null | undefined) =>
  minutes === null || minutes === undefined ? null : timeOfDayText(minutes)
