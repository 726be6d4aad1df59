/** The rooms of a shift as a file for care records: one line for each resident. REACH-80. */

import type { HandoverRoom, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { alarmsOf } from '@mimamori/contract/care/handover-alarms.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'
import { isFall } from '@mimamori/contract/shared/alarm-order.ts'
import { DAY_MINUTES } from '@mimamori/contract/shared/duration.ts'
import type { TFunction } from 'i18next'
import { type CsvColumn, toCsv } from '#lib/list/csv.ts'

type Line = { room: HandoverRoom; resident: string }
type Words = { t: TFunction<'handover'>; dateTime: (at: string) => string }

/** One line for each resident, and one for a room without a known resident. */
export function handoverCsv(sheet: HandoverSheet, words: Words): string {
  const lines = sheet.rooms.flatMap((room): Line[] => {
    const names = room.residents.map(residentTitle)
    return (names.length > 0 ? names : ['']).map((resident) => ({ room, resident }))
  })
  return toCsv(columnsOf(sheet, words), lines)
}

function columnsOf(sheet: HandoverSheet, { t, dateTime }: Words): CsvColumn<Line>[] {
  const { shift } = sheet
  const inRoom = <T extends { location: string }>(all: readonly T[], { location }: HandoverRoom) =>
    all.filter((one) => one.location === location)
  const alarms = alarmsOf(sheet)
  const ofRoom = ({ cameraId }: HandoverRoom) => alarms.filter((alarm) => alarm.cameraId === cameraId)
  return [
    { header: t('day'), csv: () => shift.day },
    { header: t('shift'), csv: () => shift.name ?? t(shift.key === 'day' ? 'shift-day' : 'shift-night') },
    { header: t('csv-from'), csv: () => dateTime(shift.startsAt) },
    { header: t('csv-to'), csv: () => dateTime(shift.endsAt) },
    { header: t('unit'), csv: ({ room }) => room.unitName },
    { header: t('room'), csv: ({ room }) => room.location },
    { header: t('csv-resident'), csv: ({ resident }) => resident },
    { header: t('csv-asleep'), csv: ({ room }) => room.sleep?.sleepMinutes },
    { header: t('csv-awake'), csv: ({ room }) => awakeMinutes(room) },
    { header: t('csv-bedtime'), csv: ({ room }) => clock(room.sleep?.bedtimeOfDay) },
    { header: t('csv-get-up'), csv: ({ room }) => clock(room.sleep?.getUpOfDay) },
    { header: t('csv-seen'), csv: ({ room }) => room.sleep && Math.round(room.sleep.coverageShare * 100) },
    { header: t('provisional'), csv: ({ room }) => room.sleep && (room.sleep.isProvisional ? 1 : 0) },
    { header: t('bed-exits'), csv: ({ room }) => room.bedExits },
    { header: t('usual'), csv: ({ room }) => room.usualBedExits },
    { header: t('csv-falls'), csv: ({ room }) => ofRoom(room).filter(isFall).length },
    { header: t('csv-alarms'), csv: ({ room }) => ofRoom(room).length },
    { header: t('check-ins'), csv: ({ room }) => room.checkIns },
    { header: t('missed'), csv: ({ room }) => inRoom(sheet.missed, room).length },
    { header: t('csv-visits'), csv: ({ room }) => room.visits },
    {
      header: t('note'),
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
