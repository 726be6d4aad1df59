/** Names of downloaded images, clips and recordings. Requirement ALERT-08. */ import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'

type Named = {
  contentType: string
  cameraName: string
  location: string
  takenAt: string
  timezone: string
}

/** `<camera> <location> <time at the site>.mp4` (or .jpg), valid on every file system. */
export function fileName({ contentType, cameraName, location, takenAt, timezone }: Named): string {
  const time = wallClock(new Date(takenAt), timezone)
  const extension = contentType === 'video/mp4' ? 'mp4' : 'jpg'
  return `${[cameraName, location, time].map(safe).filter(Boolean).join(' ')}.${extension}`
}

/** `Sakura Care Home-November 2026-analytics-report.pdf`, valid on every file system. METRIC-04. */
export function reportName(siteName: string, months: string): string {
  return `${safe(siteName)}-${safe(months)}-analytics-report.pdf`
}

/** `Sakura Care Home-2026-11-20-handover.pdf`, by the day on which the shift began. */
export function handoverName(siteName: string, day: string): string {
  return `${safe(siteName)}-${day}-handover.pdf`
}

/** `Sakura Care Home-2026-11-20-accident-report-1`, by the day of the submission, otherwise of the accident. */
export function accidentName(siteName: string, day: string, issue: number): string {
  return [safe(siteName), day, 'accident-report', issue].filter(Boolean).join('-')
}

/** `Sakura Care Home-Room 201-2026-11-20-walk-test.pdf` */
export function certificateName(siteName: string, cameraName: string, day: string): string {
  return `${safe(siteName)}-${safe(cameraName)}-${day}-walk-test.pdf`
}

/** Headers of a PDF that is saved under that name and never cached. */
export function pdfHeaders(name: string, byteLength: number): Record<string, string | number> {
  return savedHeaders('application/pdf', name, byteLength)
}

/** The same for an Excel workbook. */
export function excelHeaders(name: string, byteLength: number): Record<string, string | number> {
  return savedHeaders('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name, byteLength)
}

function savedHeaders(type: string, name: string, byteLength: number): Record<string, string | number> {
  return {
    'content-type': type,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition('attachment', name),
    'content-length': byteLength,
  }
}

/** `2026-11-20 10-00-05`: sorts by time, and is valid on every file system. */
function wallClock(at: Date, timezone: string): string {
  const clock = dateFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  return clock.format(at).replaceAll(':', '-')
}

/** Removes characters that Windows, macOS or Linux forbid in names, control characters and direction marks. */
function safe(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
}

/** RFC 6266: the name in ASCII for old programs, and complete in UTF-8 for all others. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
