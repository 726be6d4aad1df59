/** The report of some months on paper: the boards of the console, from the same sentences and charts. METRIC-04. */

import type { Locale } from '@mimamori/contract/identity/session.ts'
import type { FallReport } from '@mimamori/contract/insight/metrics.ts'
import type { GeneralReport } from '@mimamori/contract/insight/metrics-general.ts'
import * as says from '@mimamori/contract/insight/metrics-sentences.ts'
import type { SleepNightRecord, SleepRoom } from '@mimamori/contract/insight/metrics-sleep.ts'
import type { SleepValues } from '@mimamori/contract/insight/sleep-days.ts'
import { VALID_COVERAGE_SHARE } from '@mimamori/contract/insight/sleep-night.ts'
import * as sleeps from '@mimamori/contract/insight/sleep-sentences.ts'
import { barChart, heatChart, spanChart } from '@mimamori/contract/shared/chart.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { PAPER_WIDTH, Paper } from './metrics.pdf.paper.ts'
import { speakerOf } from './metrics.speaker.ts'

export type PdfInput = {
  locale: Locale
  siteName: string
  /** `November 2026`. */
  months: string
  createdAt: string
  /** Where it was made: of the time in its foot. */
  timezone: string
  general: GeneralReport
  falls: FallReport
  sleep: readonly SleepRoom[]
  nights: readonly { room: SleepRoom; nights: readonly SleepNightRecord[] }[]
}

const CHART_HEIGHT = 150
const LABEL_WIDTH = 46
const NONE = '–'
type Board = { paper: Paper; speaker: says.Speaker }

/** The file; `onProgress` hears how much of it is drawn, in per cent. */
export async function drawReport(input: PdfInput, onProgress: (percent: number) => void = () => {}): Promise<Buffer> {
  const { locale, siteName, months, createdAt, timezone } = input
  const speaker = speakerOf(locale)
  const title = `${siteName} · ${months}`
  const paper = new Paper({ title, author: 'Mimamori', language: locale, createdAt: new Date(createdAt) })
  const board = { paper, speaker }
  paper.heading(1, speaker.word('general-report'))
  paper.paragraph(title)
  drawGeneral(board, input.general)
  onProgress(40)
  paper.heading(1, speaker.word('fall-report'))
  drawFalls(board, input.falls)
  onProgress(60)
  paper.heading(1, speaker.word('sleep'))
  drawSleep(board, input)
  onProgress(90)
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  return paper.finish(`${title} · ${at.format(new Date(createdAt))}`)
}

function drawGeneral({ paper, speaker }: Board, report: GeneralReport): void {
  const { word, number } = speaker
  const { total, before, judged, falseAlarms } = report
  paper.table({
    columns: [word('total'), word('before'), word('by-day'), word('at-night'), word('false-alarms'), word('judged')],
    rows: [[total, before.total, report.morning, report.night, falseAlarms, judged].map(number)],
    firstShare: 1 / 6,
  })
  paper.paragraph(says.changeText(word, total, before))
  if (total < says.THIN_ALERTS) paper.paragraph(word('thin', { least: says.THIN_ALERTS }))
  if (total > 0) drawWhen({ paper, speaker }, report)
  drawAnswers({ paper, speaker }, report)
  drawMonths({ paper, speaker }, report)
}

function drawAnswers({ paper, speaker }: Board, report: GeneralReport): void {
  const { word, number, severity, activity } = speaker
  const { responses, byActivity, falseAlarmCameras } = report
  paper.heading(2, says.responseTitle(report, speaker))
  paper.table({
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
      ...[one.medianSeconds, one.p90Seconds, one.medianSecondsBefore].map((seconds) => length(speaker, seconds)),
      ...[one.notAnsweredYet, one.neverSeen].map(number),
    ]),
  })
  paper.heading(2, says.activityTitle(report, speaker))
  paper.table({
    columns: [word('activity'), word('total'), word('before'), ...says.SEVERITY_ORDER.map(severity)],
    rows: byActivity.map((one) => [
      activity(one.activity),
      ...[one.total, one.before, ...says.SEVERITY_ORDER.map((of) => one[of])].map(number),
    ]),
  })
  paper.heading(2, says.wolfTitle(report, speaker))
  if (falseAlarmCameras.length > 0) {
    paper.table({
      columns: [word('camera'), word('false-alarms'), word('judged'), word('alerts')],
      rows: falseAlarmCameras.map((one) => [one.cameraName, ...[one.falseAlarms, one.judged, one.alerts].map(number)]),
    })
  }
}

function drawMonths({ paper, speaker }: Board, report: GeneralReport): void {
  const { word, number, day } = speaker
  paper.heading(2, word('months-title'))
  paper.table({
    columns: [word('month'), word('alerts'), word('incidents'), word('falls'), word('false-alarms'), word('median')],
    rows: report.months.map((one) => [
      ...[day(`${one.month}-01`, 'month'), ...[one.alerts, one.incidents, one.falls, one.falseAlarms].map(number)],
      length(speaker, one.medianSeconds),
    ]),
  })
  paper.heading(2, word('basis-title'))
  for (const sentence of says.basisSentences(report, speaker, VALID_COVERAGE_SHARE)) paper.paragraph(sentence)
}

function drawWhen({ paper, speaker }: Board, report: GeneralReport): void {
  const { word, number, severity } = speaker
  paper.heading(2, says.activityChartTitle(report, speaker))
  const size = { width: PAPER_WIDTH, height: CHART_HEIGHT }
  paper.chart(barChart(says.activityChart(report, speaker, size)), countsText(report, speaker))
  paper.paragraph(says.SEVERITY_ORDER.map((one) => `${severity(one)} ${number(report.bySeverity[one])}`).join('   '))
  paper.heading(2, says.heatTitle(report, speaker))
  const heat = says.heat(report, speaker, { width: PAPER_WIDTH, rowHeight: 9, labelWidth: LABEL_WIDTH })
  paper.chart(heatChart(heat), word('heat-help', { morning: number(report.morning), night: number(report.night) }))
  paper.heading(2, says.roomsTitle(report, speaker))
  paper.table({
    columns: [word('room'), word('unit'), word('incidents'), word('median')],
    rows: report.incidentRooms.map((room) => [
      ...[room.location || room.cameraName, room.unitName ?? NONE, number(room.incidents)],
      length(speaker, room.medianSeconds),
    ]),
  })
}

function drawFalls({ paper, speaker }: Board, falls: FallReport): void {
  const { word, number } = speaker
  const { confirmed, undecided, falseAlarms, response } = falls
  paper.table({
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
  paper.paragraph(`${word('confirmed')}: ${says.fallsChangeText(falls, speaker)}`)
  if (response.notAnsweredYet > 0) paper.paragraph(word('not-answered-yet-count', { count: response.notAnsweredYet }))
  const times = [length(speaker, response.medianSeconds), length(speaker, response.p90Seconds)]
  paper.paragraph(`${word('response-plain')}: ${word('median')} ${times[0]}, ${word('p90')} ${times[1]}`)
  paper.paragraph(`${word('per-1000')}: ${says.bedDaysText(speaker, falls.bedDays).join(' · ')}`)
  if (confirmed + undecided === 0) paper.paragraph(word('no-falls'))
  else drawEachFall({ paper, speaker }, falls)
  paper.heading(2, word('months-title'))
  paper.table({
    columns: [word('month'), word('confirmed'), word('undecided'), word('false-alarms'), word('median')],
    rows: falls.months.map((one) => [
      ...[speaker.day(`${one.month}-01`, 'month'), ...[one.confirmed, one.undecided, one.falseAlarms].map(number)],
      length(speaker, one.medianSeconds),
    ]),
  })
}

function drawEachFall({ paper, speaker }: Board, falls: FallReport): void {
  const { word, number } = speaker
  const size = { width: PAPER_WIDTH, height: CHART_HEIGHT }
  for (const chart of [says.fallsChart(falls, speaker, size), says.fallHoursChart(falls, speaker, size)]) {
    const told = chart.bars.filter(({ parts }) => parts.some(({ value }) => value > 0))
    paper.chart(barChart(chart), told.map(({ title }) => title).join('; '))
  }
  paper.table({
    columns: [word('room'), word('unit'), word('confirmed'), word('undecided'), word('median')],
    rows: falls.rooms.map((room) => [
      ...[room.location || room.cameraName, room.unitName ?? NONE, number(room.confirmed), number(room.undecided)],
      length(speaker, room.medianSeconds),
    ]),
  })
}

function drawSleep({ paper, speaker }: Board, { sleep, nights }: PdfInput): void {
  const { word, day } = speaker
  paper.paragraph(word('sleep-disclaimer'))
  if (sleep.length === 0) {
    paper.paragraph(word('sleep-none'))
    return
  }
  const columns = [word('sleep-score'), word('bedtime-score'), word('tranquility'), word('wake-up-score')]
  const times = [word('bedtime'), word('sleep-length'), word('wake-time')]
  paper.heading(2, sleeps.sleepRoomsTitle(sleep, word))
  paper.table({
    columns: [word('room'), ...columns, ...times, word('valid-nights')],
    rows: sleep.map((room) => [
      ...[room.location || room.cameraName, ...sleepCells(speaker, room.mean)],
      `${room.validNights} / ${room.nights}`,
    ]),
    firstShare: 0.16,
  })
  for (const { room, nights: ofRoom } of nights) {
    const name = room.location || room.cameraName
    paper.heading(2, word('sleep-nights-title', { room: name }))
    const chart = sleeps.nightsChart(ofRoom, speaker, { width: PAPER_WIDTH, rowHeight: 8, labelWidth: LABEL_WIDTH })
    paper.chart(spanChart(chart), chart.rows.map(({ title }) => title).join('; '))
    paper.table({
      columns: [word('night'), ...columns, ...times, word('coverage')],
      rows: ofRoom.map((night) => [
        ...[day(night.day, 'day'), ...sleepCells(speaker, night.values)],
        `${Math.round(100 * night.coverageShare)} %`,
      ]),
      firstShare: 0.16,
    })
  }
  paper.heading(2, word('definitions'))
  for (const { name, text } of sleeps.sleepDefinitions(word)) paper.paragraph(name ? `${name}: ${text}` : text)
}

function sleepCells({ word }: says.Speaker, values: SleepValues | null): string[] {
  if (values === null) return Array.from({ length: 7 }, () => NONE)
  const { score, bedtimeScore, tranquility, wakeUpScore, bedtimeOfDay, sleepMinutes, wakeOfDay } = values
  return [
    ...[score, bedtimeScore, tranquility, wakeUpScore].map((one) => String(Math.round(one))),
    sleeps.timeOfDayText(bedtimeOfDay),
    sleeps.sleepLengthText(word, sleepMinutes),
    sleeps.timeOfDayText(wakeOfDay),
  ]
}

function length({ word }: says.Speaker, seconds: number | null): string {
  return seconds === null ? NONE : says.lengthText(word, seconds)
}

function countsText({ series, step }: GeneralReport, { day, number }: says.Speaker): string {
  return series
    .map((one) => `${day(one.day, step)}: ${number(one.critical + one.high + one.medium + one.low)}`)
    .join('; ')
}
