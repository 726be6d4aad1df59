/** The certificate of a walk test on one page, in each language of the product. Requirement REAL-11. */
import { WALK_SEEN, type WalkResult } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkStepRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import { LOCALE_CODES, type Locale, RECIPIENT_LOCALE } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { PAGE_WIDTH, PdfDocument, type PdfSheet } from '#platform/files/pdf-document.ts'
import { textsOf } from '#platform/messaging/texts.ts'

export type Certificate = {
  siteName: string
  timezone: string
  cameraName: string
  location: string
  testerName: string
  endedAt: string
  hubVersion: string | null
  steps: readonly WalkStepRecord[]
  alerts: number
  /** JPEG in base64; null if no image may be shown. */
  image: string | null
}

/** The site's language comes first. */
const LANGUAGES = [RECIPIENT_LOCALE, ...LOCALE_CODES.filter((code) => code !== RECIPIENT_LOCALE)]
/** A symbol beside the color: the page may be printed in gray. */
const MARKS: Record<WalkResult, { sign: string; color: string }> = {
  seen: { sign: '○', color: '#11703c' },
  otherwise: { sign: '△', color: '#b65000' },
  unseen: { sign: '×', color: '#c5221f' },
  skipped: { sign: '–', color: '#566170' },
}
const IMAGE_HEIGHT = 250
const RADIUS = 9
/** If the page lacks room for all steps, only the newest of repeated steps are shown. */
const ROWS_MAX = 12

export async function drawCertificate(it: Certificate): Promise<Buffer> {
  const words = LANGUAGES.map((locale) => textsOf('walk-test', locale))
  const both = (key: Parameters<(typeof words)[number]>[0], values?: Record<string, string | number>) =>
    words.map((say) => say(key, values)).join('  /  ')
  const title = both('certificate')
  const createdAt = new Date(it.endedAt)
  const pdf = new PdfDocument({ title, author: 'Mimamori', language: RECIPIENT_LOCALE, createdAt })
  pdf.heading(1, title)
  pdf.paragraph([it.siteName, it.location, it.cameraName].filter(Boolean).join(' · '))
  for (const [at, say] of words.entries()) {
    const when = timeIn(LANGUAGES[at]!, it)
    const version = it.hubVersion ?? '–'
    pdf.paragraph(say('certificate-facts', { when, tester: it.testerName, version }))
  }
  const places = it.steps.filter(({ step, result }) => step === 'floor' && result !== null && result !== 'skipped')
  if (it.image === null) pdf.paragraph(both('no-image'))
  pdf.part((sheet) => drawImage(sheet, it, places))
  const legend = WALK_SEEN.map((one) => `${MARKS[one].sign} ${both(`floor-${one}`)}`)
  for (const line of legend) pdf.paragraph(line)
  const columns = [both('step'), both('result')]
  pdf.table({ columns, rows: rowsOf(it.steps, both), firstShare: 0.5 })
  pdf.paragraph(both('certificate-alerts', { count: it.alerts }))
  pdf.paragraph(both('certificate-limits'))
  return pdf.finish(`${it.siteName} · ${it.cameraName}`)
}

type Both = (
  key: `step-${WalkStepRecord['step']}` | `result-${WalkResult}` | 'places-seen',
  values?: Record<string, number>,
) => string

function rowsOf(steps: readonly WalkStepRecord[], both: Both): string[][] {
  const newest = new Map(steps.flatMap((one) => (one.step !== 'floor' && one.result ? [[one.step, one.result]] : [])))
  const rows = [...newest].map(([step, result]) => [
    both(`step-${step}`),
    `${MARKS[result].sign} ${both(`result-${result}`)}`,
  ])
  const places = steps.filter(({ step, result }) => step === 'floor' && result !== null && result !== 'skipped')
  const seen = places.filter(({ result }) => result === 'seen').length
  return [...rows.slice(0, ROWS_MAX), [both('step-floor'), both('places-seen', { seen, all: places.length })]]
}

/** Draws the image with the places on it; without an image, an empty frame with the places. */
function drawImage(sheet: PdfSheet, it: Certificate, places: readonly WalkStepRecord[]): number {
  const { doc, whole, left, top } = sheet
  const width = Math.min(PAGE_WIDTH, (IMAGE_HEIGHT * 16) / 9)
  const alt = places.map(({ result }) => MARKS[result!].sign).join(' ')
  const figure = doc.struct('Figure', { alt }, () => {
    doc.rect(left, top, width, IMAGE_HEIGHT).fillColor('#eef0f3').fill()
    if (it.image !== null) drawJpeg(doc, Buffer.from(it.image, 'base64'), { left, top, width })
    for (const { spot, result } of places) {
      if (!spot) continue
      const { sign, color } = MARKS[result!]
      const [x, y] = [left + spot.x * width, top + spot.y * IMAGE_HEIGHT]
      doc.circle(x, y, RADIUS).fillOpacity(0.9).fillColor(color).fill().fillOpacity(1)
      doc.font('bold').fontSize(11).fillColor('#ffffff')
      doc.text(sign, x - doc.widthOfString(sign) / 2, y - 8, { lineBreak: false })
    }
  })
  whole.add(figure)
  figure.end()
  return top + IMAGE_HEIGHT + 10
}

/** The hub may have sent invalid data: then the frame stays empty. */
function drawJpeg(doc: PdfSheet['doc'], jpeg: Buffer, at: { left: number; top: number; width: number }): void {
  try {
    doc.image(jpeg, at.left, at.top, { width: at.width, height: IMAGE_HEIGHT })
  } catch {
    doc.rect(at.left, at.top, at.width, IMAGE_HEIGHT).lineWidth(0.5).strokeColor('#c6cdd6').stroke()
  }
}

function timeIn(locale: Locale, { endedAt, timezone }: Certificate): string {
  const format = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: timezone })
  return format.format(new Date(endedAt))
}
