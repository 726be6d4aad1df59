/** One handover on one page of A4: what does not fit is counted, and stands in the console. Requirement HANDOVER-01. */
import { shownActivity } from '@mimamori/contract/alerting/possible-fall.ts'
import type { HandoverAlarm, HandoverRoom, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { dateFormat, numberText } from '@mimamori/contract/shared/intl-format.ts'
import { PdfDocument } from '#platform/files/pdf-document.ts'
import { textsOf } from '#platform/messaging/texts.ts'

export type HandoverPaper = {
  locale: Locale
  giverName: string
  receiverName: string
  handedAt: string
  sheet: HandoverSheet
}

/** Rows, points and letters that one page has room for. */
const MOST = { alarms: 7, roomsHeight: 226, lines: 3, note: 220, line: 90 }
const NONE = '–'

type Writer = ReturnType<typeof writerOf>

export async function drawHandover({ locale, sheet, ...names }: HandoverPaper): Promise<Buffer> {
  const writer = writerOf(locale, sheet.timezone)
  const { word, dateTime } = writer
  const shift = sheet.shift.name ?? word(`shift-${sheet.shift.key === 'day' ? 'day' : 'night'}`)
  const title = [sheet.siteName, sheet.unitName, shift].filter(Boolean).join(' · ')
  const pdf = new PdfDocument({ title, author: 'Mimamori', language: locale, createdAt: new Date(names.handedAt) })
  pdf.heading(1, word('title'))
  pdf.paragraph(`${title} · ${dateTime(sheet.shift.startsAt)} – ${dateTime(sheet.shift.endsAt)}`)
  const handed = { giver: names.giverName, receiver: names.receiverName, time: dateTime(names.handedAt) }
  pdf.paragraph(word('handed-by', handed))
  if (sheet.note.text) pdf.paragraph(cut(sheet.note.text, MOST.note))
  drawAlarms(pdf, writer, sheet)
  drawRooms(pdf, writer, sheet)
  drawRest(pdf, writer, sheet)
  return pdf.finish(`${title} · ${dateTime(names.handedAt)}`)
}

function drawAlarms(pdf: PdfDocument, writer: Writer, { alarms, alarmCount, open }: HandoverSheet): void {
  const { word, number } = writer
  pdf.heading(3, word('alarms-count', { count: alarmCount, open: open.length }))
  // What is still open must not be the row that is left out.
  const first = [...open, ...alarms.filter(({ alertId }) => !open.some((one) => one.alertId === alertId))]
  if (first.length === 0) {
    pdf.paragraph(word('no-alarms'))
    return
  }
  pdf.table({
    columns: [word('what'), word('time'), word('claimed'), word('arrived'), word('resolved'), word('outcome')],
    rows: first.slice(0, MOST.alarms).map((alarm) => alarmCells(writer, alarm)),
    firstShare: 0.28,
    words: { share: 0.24, lines: 1 },
  })
  const left = first.length - MOST.alarms
  if (left > 0) pdf.paragraph(word('more-alarms', { count: number(left) }))
}

function alarmCells({ word, outcome, activity, clock, length }: Writer, alarm: HandoverAlarm): string[] {
  return [
    `${alarm.location} · ${activity(shownActivity(alarm))}`,
    clock(alarm.occurredAt),
    ...[alarm.claimedSeconds, alarm.arrivedSeconds, alarm.resolvedSeconds].map(length),
    alarm.outcome ? outcome(alarm.outcome) : word(`state-${alarm.state}`),
  ]
}

/** Rooms with a note, or another number of bed exits than usual, come first. */
function drawRooms(pdf: PdfDocument, { word, number, length }: Writer, { rooms }: HandoverSheet): void {
  pdf.heading(3, word('rooms'))
  const sorted = rooms.toSorted((a, b) => weightOf(b) - weightOf(a))
  const drawn = pdf.table({
    columns: [word('room'), word('bed-exits'), word('usual'), word('sleep'), word('bed-times'), word('note')],
    rows: sorted.map((room) => [
      room.location,
      number(room.bedExits),
      room.usualBedExits === null ? NONE : number(room.usualBedExits),
      `${room.sleep?.sleepMinutes == null ? NONE : length(room.sleep.sleepMinutes * 60)}${room.sleep?.isProvisional ? ' *' : ''}`,
      room.sleep?.bedtimeOfDay == null || room.sleep.getUpOfDay === null
        ? NONE
        : `${timeOfDayText(room.sleep.bedtimeOfDay)}–${timeOfDayText(room.sleep.getUpOfDay)}`,
      room.note.text.replaceAll(/\s+/g, ' ') || NONE,
    ]),
    firstShare: 0.14,
    words: { share: 0.42, lines: 2 },
    heightMost: MOST.roomsHeight,
  })
  const left = sorted.length - drawn
  const lines = [
    ...(left > 0 ? [word('more-rooms', { count: number(left) })] : []),
    ...(rooms.some(({ sleep }) => sleep?.isProvisional) ? [word('provisional-mark')] : []),
  ]
  if (lines.length > 0) pdf.paragraph(lines.join(' '))
}

/** How much a room stands out. */
function weightOf({ bedExits, usualBedExits, note }: HandoverRoom): number {
  return (note.text ? 1_000 : 0) + Math.abs(bedExits - (usualBedExits ?? bedExits))
}

function drawRest(pdf: PdfDocument, { word, number, activity, clock }: Writer, sheet: HandoverSheet): void {
  const { checkIns, missed, notes, failures } = sheet
  pdf.heading(3, word('rest'))
  const some = (lines: string[]) => cut(lines.slice(0, MOST.lines).join(' / '), MOST.line)
  const counts = { done: number(checkIns.length), missed: number(missed.length) }
  const list = missed.map(({ location, at }) => `${location} ${clock(at)}`)
  pdf.paragraph([word('check-ins-count', counts), some(list)].filter(Boolean).join(' '))
  const dark = failures.map((one) => `${one.name} ${activity(one.activity)} ${clock(one.at)}`)
  pdf.paragraph(
    failures.length === 0
      ? word('no-failures')
      : `${word('failures-count', { count: number(failures.length) })} ${some(dark)}`,
  )
  if (notes.length === 0) return
  pdf.paragraph(`${word('alert-notes')}: ${some(notes.map(({ location, text }) => `${location}: ${text}`))}`)
}

const cut = (text: string, most: number): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

function writerOf(locale: Locale, timeZone: string) {
  const general = textsOf('word', locale)
  const alarm = textsOf('alarm', locale)
  const metrics = textsOf('metrics-word', locale)
  const moment = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const clock = dateFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  return {
    word: textsOf('handover', locale),
    activity: (of: ReturnType<typeof shownActivity>) => general(`app-${of}`),
    outcome: (of: NonNullable<HandoverAlarm['outcome']>) => alarm(`outcome-${of}`),
    number: (value: number) => numberText(value, locale),
    length: (seconds: number | null) => (seconds === null ? NONE : lengthText(metrics, seconds)),
    dateTime: (at: string) => moment.format(new Date(at)),
    clock: (at: string) => clock.format(new Date(at)),
  }
}
