/** The report of some months on paper: the boards of the console, from the same sentences and charts. METRIC-04. */

import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import type { GeneralReport } from '@mimamori/contract/insight/metrics-general.ts'
import * as says from '@mimamori/contract/insight/metrics-sentences.ts'
import type { SleepNightRecord, SleepRoom } from '@mimamori/contract/insight/metrics-sleep.ts'
import type { SleepValues } from '@mimamori/contract/insight/sleep-days.ts'
import { VALID_COVERAGE_SHARE } from '@mimamori/contract/insight/sleep-night.ts'
import * as sleeps from '@mimamori/contract/insight/sleep-sentences.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { barChart, heatChart, spanChart } from '@mimamori/contract/shared/chart.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { PAGE_WIDTH, PdfDocument } from '#platform/files/pdf-document.ts'
import { translatorOf } from './metrics.translator.ts'

export type PdfInput = {
  locale: Locale
  siteName: string
  /** `November 2026`. */
  months: string
  createdAt: string
  /** Time zone of the creation time in the footer. */
  timezone: string
  general: GeneralReport
  falls: FallReport
  sleep: readonly SleepRoom[]
  nights: readonly { room: SleepRoom; nights: readonly SleepNightRecord[] }[]
}

const CHART_HEIGHT = 150
const LABEL_WIDTH = 46
const NONE = '–'
type Board = { pdf: PdfDocument; translator: says.Translator }

/** The file; `onProgress` gets the drawn share in per cent. */
export async function drawReport(input: PdfInput, onProgress: (percent: number) => void = () => {}): Promise<Buffer> {
  const { locale, siteName, months, createdAt, timezone } = input
  const translator = translatorOf(locale)
  const title = `${siteName} · ${months}`
  const pdf = new PdfDocument({ title, author: 'Mimamori', language: locale, createdAt: new Date(createdAt) })
  const board = { pdf, translator }
  pdf.heading(1, translator.word('general-report'))
  pdf.paragraph(title)
  drawGeneral(board, input.general)
  onProgress(40)
  pdf.heading(1, translator.word('fall-report'))
  drawFalls(board, input.falls)
  onProgress(60)
  pdf.heading(1, translator.word('sleep'))
  drawSleep(board, input)
  onProgress(90)
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  return pdf.finish(`${title} · ${at.format(new Date(createdAt))}`)
}

function drawGeneral({ pdf, translator }: Board, report: GeneralReport): void {
  const { word, number } = translator
  const { total, before, judged, falseAlarms } = report
  pdf.table({
    columns: [word('total'), word('before'), word('by-day'), word('at-night'), word('false-alarms'), word('judged')],
    rows: [[total, before.total, report.morning, report.night, falseAlarms, judged].map(number)],
    firstShare: 1 / 6,
  })
  pdf.paragraph(says.changeText(word, total, before))
  if (total < says.THIN_ALERTS) pdf.paragraph(word('thin', { least: says.THIN_ALERTS }))
  if (total > 0) drawWhen({ pdf, translator }, report)
  drawAnswers({ pdf, translator }, report)
  drawMonths({ pdf, translator }, report)
}

function drawAnswers({ pdf, translator }: Board, report: GeneralReport): void {
  const { word, number, severity, activity } = translator
  const { responses, byActivity, falseAlarmCameras } = report
  pdf.heading(2, says.responseTitle(report, translator))
  pdf.table({
    columns: [
      word('severity'),
      word('median'),
      word('p90'),
      word('median-before'),
      word('not-answered-yet'),
      word('never-seen'),
    ],
    rows: responses.map((one) => [
      severity(one.severity),
      ...[one.medianSeconds, one.p90Seconds, one.medianSecondsBefore].map((seconds) => length(translator, seconds)),
      ...[one.notAnsweredYet, one.neverSeen].map(number),
    ]),
  })
  if (report.returned > 0) pdf.paragraph(word('returned', { count: report.returned }))
  drawArrivals({ pdf, translator }, report)
  pdf.heading(2, says.activityTitle(report, translator))
  pdf.table({
    columns: [word('activity'), word('total'), word('before'), ...SEVERITIES.map(severity)],
    rows: byActivity.map((one) => [
      activity(one.activity),
      ...[one.total, one.before, ...SEVERITIES.map((of) => one[of])].map(number),
    ]),
  })
  pdf.heading(2, says.wolfTitle(report, translator))
  if (falseAlarmCameras.length > 0) {
    pdf.table({
      columns: [word('camera'), word('false-alarms'), word('judged'), word('alerts')],
      rows: falseAlarmCameras.map((one) => [one.cameraName, ...[one.falseAlarms, one.judged, one.alerts].map(number)]),
    })
  }
}

function drawArrivals({ pdf, translator }: Board, { responses }: GeneralReport): void {
  const { word, number, severity } = translator
  pdf.heading(2, word('arrival-plain'))
  if (!says.hasArrivals(responses)) {
    pdf.paragraph(word('arrivals-none'))
    return
  }
  pdf.table({
    columns: [word('severity'), word('arrivals'), word('median'), word('p90')],
    rows: responses.map((one) => [
      ...[severity(one.severity), number(one.arrived.count)],
      ...[one.arrived.medianSeconds, one.arrived.p90Seconds].map((seconds) => length(translator, seconds)),
    ]),
  })
}

function drawMonths({ pdf, translator }: Board, report: GeneralReport): void {
  const { word, number, day } = translator
  pdf.heading(2, word('months-title'))
  pdf.table({
    columns: [
      ...[word('month'), word('alerts'), word('incidents'), word('falls'), word('false-alarms')],
      ...[word('median-claimed'), word('median-arrived')],
    ],
    rows: report.months.map((one) => [
      ...[day(`${one.month}-01`, 'month'), ...[one.alerts, one.incidents, one.falls, one.falseAlarms].map(number)],
      ...medians(translator, one),
    ]),
  })
  pdf.heading(2, word('basis-title'))
  for (const sentence of says.basisSentences(report, translator, VALID_COVERAGE_SHARE)) pdf.paragraph(sentence)
}

function drawWhen({ pdf, translator }: Board, report: GeneralReport): void {
  const { word, number, severity } = translator
  pdf.heading(2, says.activityChartTitle(report, translator))
  const size = { width: PAGE_WIDTH, height: CHART_HEIGHT }
  pdf.chart(barChart(says.activityChart(report, translator, size)), countsText(report, translator))
  pdf.paragraph(SEVERITIES.map((one) => `${severity(one)} ${number(report.bySeverity[one])}`).join('   '))
  pdf.heading(2, says.heatTitle(report, translator))
  const heat = says.heat(report, translator, { width: PAGE_WIDTH, rowHeight: 9, labelWidth: LABEL_WIDTH })
  pdf.chart(heatChart(heat), word('heat-help', { morning: number(report.morning), night: number(report.night) }))
  pdf.heading(2, says.roomsTitle(report, translator))
  pdf.table({
    columns: [word('room'), word('unit'), word('incidents'), word('median-claimed'), word('median-arrived')],
    rows: report.incidentRooms.map((room) => [
      ...[room.location || room.cameraName, room.unitName ?? NONE, number(room.incidents)],
      ...medians(translator, room),
    ]),
  })
}

function drawFalls({ pdf, translator }: Board, falls: FallReport): void {
  const { word, number } = translator
  const { confirmed, undecided, falseAlarms, response } = falls
  pdf.table({
    columns: [
      word('confirmed'),
      word('undecided'),
      word('false-alarms'),
      word('by-day'),
      word('at-night'),
      word('never-seen'),
    ],
    rows: [[confirmed, undecided, falseAlarms, falls.day, falls.night, response.neverSeen].map(number)],
    firstShare: 1 / 6,
  })
  pdf.paragraph(`${word('confirmed')}: ${says.fallsChangeText(falls, translator)}`)
  if (response.notAnsweredYet > 0) pdf.paragraph(word('not-answered-yet-count', { count: response.notAnsweredYet }))
  const times = [length(translator, response.medianSeconds), length(translator, response.p90Seconds)]
  pdf.paragraph(`${word('response-plain')}: ${word('median')} ${times[0]}, ${word('p90')} ${times[1]}`)
  const { arrived } = response
  const arrivals = [length(translator, arrived.medianSeconds), length(translator, arrived.p90Seconds)]
  const isNoted = arrived.count > 0
  const arrivalText = isNoted
    ? `${word('median')} ${arrivals[0]}, ${word('p90')} ${arrivals[1]}`
    : word('arrivals-none')
  pdf.paragraph(`${word('arrival-plain')}: ${arrivalText}`)
  pdf.paragraph(`${word('per-1000')}: ${says.bedDaysText(translator, falls.bedDays).join(' · ')}`)
  if (confirmed + undecided === 0) pdf.paragraph(word('no-falls'))
  else drawEachFall({ pdf, translator }, falls)
  pdf.heading(2, word('months-title'))
  pdf.table({
    columns: [
      ...[word('month'), word('confirmed'), word('undecided'), word('false-alarms')],
      ...[word('median-claimed'), word('median-arrived')],
    ],
    rows: falls.months.map((one) => [
      ...[translator.day(`${one.month}-01`, 'month'), ...[one.confirmed, one.undecided, one.falseAlarms].map(number)],
      ...medians(translator, one),
    ]),
  })
}

function drawEachFall({ pdf, translator }: Board, falls: FallReport): void {
  const { word, number } = translator
  const size = { width: PAGE_WIDTH, height: CHART_HEIGHT }
  for (const chart of [says.fallsChart(falls, translator, size), says.fallHoursChart(falls, translator, size)]) {
    const filled = chart.bars.filter(({ parts }) => parts.some(({ value }) => value > 0))
    pdf.chart(barChart(chart), filled.map(({ title }) => title).join('; '))
  }
  pdf.table({
    columns: [
      ...[word('room'), word('unit'), word('confirmed'), word('undecided')],
      ...[word('median-claimed'), word('median-arrived')],
    ],
    rows: falls.rooms.map((room) => [
      ...[room.location || room.cameraName, room.unitName ?? NONE, number(room.confirmed), number(room.undecided)],
      ...medians(translator, room),
    ]),
  })
}

function drawSleep({ pdf, translator }: Board, { sleep, nights }: PdfInput): void {
  const { word, day } = translator
  pdf.paragraph(word('sleep-disclaimer'))
  if (sleep.length === 0) {
    pdf.paragraph(word('sleep-none'))
    return
  }
  const columns = [word('sleep-score'), word('bedtime-score'), word('tranquility'), word('wake-up-score')]
  const times = [word('bedtime'), word('sleep-length'), word('wake-time')]
  pdf.heading(2, sleeps.sleepRoomsTitle(sleep, word))
  pdf.table({
    columns: [word('room'), ...columns, ...times, word('valid-nights')],
    rows: sleep.map((room) => [
      ...[room.location || room.cameraName, ...sleepCells(translator, room.mean)],
      `${room.validNights} / ${room.nights}`,
    ]),
    firstShare: 0.16,
  })
  for (const { room, nights: ofRoom } of nights) {
    const name = room.location || room.cameraName
    pdf.heading(2, word('sleep-nights-title', { room: name }))
    const chart = sleeps.nightsChart(ofRoom, translator, { width: PAGE_WIDTH, rowHeight: 8, labelWidth: LABEL_WIDTH })
    pdf.chart(spanChart(chart), chart.rows.map(({ title }) => title).join('; '))
    pdf.table({
      columns: [word('night'), ...columns, ...times, word('coverage')],
      rows: ofRoom.map((night) => [
        ...[day(night.day, 'day'), ...sleepCells(translator, night.values)],
        translator.percent(night.coverageShare),
      ]),
      firstShare: 0.16,
    })
  }
  pdf.heading(2, word('definitions'))
  for (const { name, text } of sleeps.sleepDefinitions(word)) pdf.paragraph(name ? `${name}: ${text}` : text)
}

function sleepCells({ word }: says.Translator, values: SleepValues | null): string[] {
  if (values === null) return Array.from({ length: 7 }, () => NONE)
  const { score, bedtimeScore, tranquility, wakeUpScore, bedtimeOfDay, sleepMinutes, wakeOfDay } = values
  return [
    ...[score, bedtimeScore, tranquility, wakeUpScore].map((one) => String(Math.round(one))),
    sleeps.timeOfDayText(bedtimeOfDay),
    sleeps.sleepLengthText(word, sleepMinutes),
    sleeps.timeOfDayText(wakeOfDay),
  ]
}

function length({ word }: says.Translator, seconds: number | null): string {
  return seconds === null ? NONE : says.lengthText(word, seconds)
}

/** To the claim and to the arrival. ALARM-06. */
function medians(
  translator: says.Translator,
  one: { medianSeconds: number | null; arrivedMedianSeconds: number | null },
): string[] {
  return [one.medianSeconds, one.arrivedMedianSeconds].map((seconds) => length(translator, seconds))
}

function countsText({ series, step }: GeneralReport, { day, number }: says.Translator): string {
  return series
    .map((one) => `${day(one.day, step)}: ${number(one.critical + one.high + one.medium + one.low)}`)
    .join('; ')
}
