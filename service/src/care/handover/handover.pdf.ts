/** One handover on as many A4 pages as needed: falls first, nothing cut off. Requirement HANDOVER-01. */
import { type KindOf, nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { HandoverAlarm, HandoverRoom, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import {
  alarmsOf,
  endsOf,
  type FoldedAlarms,
  foldAlarms,
  isQuiet,
  usualOf,
} from '@mimamori/contract/care/handover-alarms.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { dateFormat, numberText } from '@mimamori/contract/shared/intl-format.ts'
import { PdfDocument } from '#platform/files/pdf-document.ts'
import { textsOf } from '#platform/messaging/texts.ts'

type HandoverPaper = {
  locale: Locale
  giverName: string
  receiverName: string
  handedAt: string
  sheet: HandoverSheet
}

const NONE = '–'
/** Stays at the end of a line. */
const DOT = '\u00a0· '

type Writer = ReturnType<typeof writerOf>

export async function drawHandover({ locale, sheet, ...names }: HandoverPaper): Promise<Buffer> {
  const writer = writerOf(locale, sheet)
  const { word, dateTime } = writer
  const shift = sheet.shift.name ?? word(`shift-${sheet.shift.key === 'day' ? 'day' : 'night'}`)
  const title = [sheet.siteName, sheet.unitName, shift].filter(Boolean).join(DOT)
  const pdf = new PdfDocument({ title, author: 'Mimamori', language: locale, createdAt: new Date(names.handedAt) })
  pdf.heading(1, word('title'))
  pdf.paragraph(`${title} · ${dateTime(sheet.shift.startsAt)} – ${dateTime(sheet.shift.endsAt)}`)
  const handed = { giver: names.giverName, receiver: names.receiverName, time: dateTime(names.handedAt) }
  pdf.paragraph(word('handed-by', handed))
  const { listed, folded } = foldAlarms(alarmsOf(sheet))
  pdf.paragraph(countsText(writer, sheet, listed))
  if (sheet.note.text) pdf.paragraph(`${word('note-all')}: ${sheet.note.text}`)
  drawListed(pdf, writer, listed)
  drawFolded(pdf, writer, folded, sheet)
  drawRooms(pdf, writer, sheet)
  drawRest(pdf, writer, sheet)
  return pdf.finish(`${title} · ${dateTime(names.handedAt)}`)
}

function countsText({ word, number }: Writer, sheet: HandoverSheet, listed: readonly HandoverAlarm[]): string {
  const left = sheet.alarmCount - sheet.alarms.length
  return [
    word('calls-count', {
      calls: number(sheet.callCount),
      count: number(sheet.alarmCount),
      open: number(sheet.open.length),
    }),
    ...(left > 0 ? [word('more-alarms', { count: number(left) })] : []),
    ...(listed.length === 0 ? [word('no-urgent')] : []),
  ].join(' ')
}

function drawListed(pdf: PdfDocument, writer: Writer, listed: readonly HandoverAlarm[]): void {
  if (listed.length === 0) return
  const { word } = writer
  pdf.heading(3, word('urgent'))
  pdf.table({
    columns: [word('what'), word('time'), word('claimed'), word('arrived'), word('resolved'), word('outcome')],
    rows: listed.map((alarm) => alarmCells(writer, alarm)),
    firstShare: 0.26,
    wordsShare: 0.32,
  })
}

function alarmCells({ word, outcome, activity, moment, length }: Writer, alarm: HandoverAlarm): string[] {
  const end = alarm.outcome ? outcome(alarm.outcome) : word(`state-${alarm.state}`)
  return [
    `${placeOf(alarm)}${DOT}${activity(alarm)}`,
    moment(alarm.occurredAt),
    ...[alarm.claimedSeconds, alarm.arrivedSeconds, alarm.resolvedSeconds].map(length),
    [[end, alarm.userName].filter(Boolean).join(DOT), alarm.note].filter(Boolean).join('\n'),
  ]
}

/** A room with the names of those that stay there. */
function placeOf({ location, residents }: Pick<HandoverAlarm, 'location' | 'residents'>): string {
  return [location, ...residents.map(residentTitle)].join(DOT)
}

function drawFolded(pdf: PdfDocument, writer: Writer, folded: readonly FoldedAlarms[], { rooms }: HandoverSheet): void {
  if (folded.length === 0) return
  const { word, number, activity, moment } = writer
  pdf.heading(3, word('by-room'))
  pdf.table({
    columns: [word('what'), word('times'), word('usual'), word('first'), word('last'), word('outcome')],
    rows: folded.map((group) => {
      const { alarms } = group
      const [newest] = alarms
      const usual = usualOf(group, rooms)
      return [
        `${placeOf(newest)}${DOT}${activity(newest)}`,
        number(alarms.length),
        usual === null ? NONE : number(usual),
        moment(alarms.at(-1)!.occurredAt),
        moment(newest.occurredAt),
        [endsText(writer, group), ...notesText(writer, group)].join('\n'),
      ]
    }),
    firstShare: 0.34,
    wordsShare: 0.3,
  })
}

function endsText({ word, outcome, number }: Writer, group: FoldedAlarms): string {
  const nameOf = (alarm: HandoverAlarm) => (alarm.outcome ? outcome(alarm.outcome) : word(`state-${alarm.state}`))
  return endsOf(group)
    .map(({ alarm, count }) => (count === 1 ? nameOf(alarm) : `${nameOf(alarm)}\u00a0×\u00a0${number(count)}`))
    .join(DOT)
}

function notesText({ moment }: Writer, { alarms }: FoldedAlarms): string[] {
  return alarms.flatMap(({ occurredAt, note, userName }) =>
    note ? [[moment(occurredAt), userName, note].filter(Boolean).join(DOT)] : [],
  )
}

/** Rooms with a note, or another number of bed exits than usual, come first. */
function drawRooms(pdf: PdfDocument, writer: Writer, { rooms }: HandoverSheet): void {
  pdf.heading(3, writer.word('rooms'))
  const quiet = rooms.filter(isQuiet)
  if (quiet.length < rooms.length)
    drawRoomTable(
      pdf,
      writer,
      rooms.filter((room) => !isQuiet(room)),
    )
  if (quiet.length === 0) return
  const names = quiet.map(({ location }) => location).join(writer.word('between'))
  pdf.paragraph(writer.word('quiet-rooms', { count: quiet.length, rooms: names }))
}

function drawRoomTable(pdf: PdfDocument, { word, number, length }: Writer, rooms: readonly HandoverRoom[]): void {
  pdf.table({
    columns: [word('room'), word('bed-exits'), word('usual'), word('sleep'), word('bed-times'), word('note')],
    rows: rooms
      .toSorted((a, b) => weightOf(b) - weightOf(a))
      .map((room) => [
        placeOf(room),
        number(room.bedExits),
        room.usualBedExits === null ? NONE : number(room.usualBedExits),
        `${room.sleep?.sleepMinutes == null ? NONE : length(room.sleep.sleepMinutes * 60)}${room.sleep?.isProvisional ? ' *' : ''}`,
        room.sleep?.bedtimeOfDay == null || room.sleep.getUpOfDay === null
          ? NONE
          : `${timeOfDayText(room.sleep.bedtimeOfDay)}–${timeOfDayText(room.sleep.getUpOfDay)}`,
        room.note.text || NONE,
      ]),
    firstShare: 0.28,
    wordsShare: 0.28,
  })
  if (rooms.some(({ sleep }) => sleep?.isProvisional)) pdf.paragraph(word('provisional-mark'))
}

/** How much a room differs from its usual state. */
function weightOf({ bedExits, usualBedExits, note }: HandoverRoom): number {
  return (note.text ? 1_000 : 0) + Math.abs(bedExits - (usualBedExits ?? bedExits))
}

function drawRest(pdf: PdfDocument, { word, number, activity, moment }: Writer, sheet: HandoverSheet): void {
  const { checkIns, missed, notes, errors } = sheet
  pdf.heading(3, word('rest'))
  const lines = (all: HandoverSheet['notes']) =>
    all.map(({ location, at, userName, text }) =>
      [`${location} ${moment(at)}`, userName, text].filter(Boolean).join(DOT),
    )
  const written = checkIns.filter(({ text }) => text)
  const dark = errors.map(({ name, at, isDark, ...silence }) =>
    [`${name} ${moment(at)}`, activity(silence), word(isDark ? 'still-dark' : 'back-again')].join(DOT),
  )
  const text = [
    word('check-ins-count', { done: number(checkIns.length), missed: number(missed.length) }),
    ...lines(written),
    ...(missed.length > 0 ? [`${word('missed')}:`, ...lines(missed)] : []),
    errors.length === 0 ? word('no-failures') : word('failures-count', { count: number(errors.length) }),
    ...dark,
  ]
  pdf.paragraph(text.join('\n'))
  if (notes.length > 0) pdf.paragraph([`${word('alert-notes')}:`, ...lines(notes)].join('\n'))
}

function writerOf(locale: Locale, { timezone: timeZone, shift }: HandoverSheet) {
  const general = textsOf('word', locale)
  const alarm = textsOf('alarm', locale)
  const metrics = textsOf('metrics-word', locale)
  const dateTime = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const clock = dateFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  const dayAndClock = dateFormat(locale, {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  return {
    word: textsOf('handover', locale),
    activity: (of: KindOf) => nameOfKind(of, general),
    outcome: (of: NonNullable<HandoverAlarm['outcome']>) => alarm(`outcome-${of}`),
    number: (value: number) => numberText(value, locale),
    length: (seconds: number | null) => (seconds === null ? NONE : lengthText(metrics, seconds)),
    dateTime: (at: string) => dateTime.format(new Date(at)),
    /** With its day where it is not of the shift. */
    moment: (at: string) => (at >= shift.startsAt && at <= shift.endsAt ? clock : dayAndClock).format(new Date(at)),
  }
}
