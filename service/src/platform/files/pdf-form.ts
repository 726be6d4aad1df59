/**
 * A printed form: section, item and answer in ruled columns. An answer longer than the page continues on the next one.
 */
import { PAGE_WIDTH, type PdfSheet } from './pdf-document.ts'

type FormRow = { section: string; label: string; text: string }

const SECTION_WIDTH = 74
const LABEL_WIDTH = 104
const [PAD_X, PAD_Y] = [5, 4]
const TEXT_SIZE = 8.5
const SMALLEST_ROW = 17
/** A long answer does not begin in less space than this. */
const LEAST_START = 60
const [INK, RULE, GROUND] = ['#18212c', '#7f8792', '#f1f3f5']
/** Between two options. */
const GAP = '\u3000'
const ANSWER_WIDTH = PAGE_WIDTH - SECTION_WIDTH - LABEL_WIDTH

/** Draws the rows and returns their end. */
export function drawForm(sheet: PdfSheet, rows: readonly FormRow[]): number {
  const table = sheet.doc.struct('Table')
  sheet.whole.add(table)
  let y = sheet.top
  let section: string | null = null
  const turn = () => {
    closeSection(sheet, y)
    y = sheet.turn()
    section = null
  }
  for (const row of rows) {
    let rest: string | null = packed(sheet, row.text)
    while (rest !== null) {
      const heading: string = row.section === section ? '' : row.section
      const least = leastHeight(sheet, heading, row.label)
      const whole = Math.max(least, heightOf(sheet, rest, ANSWER_WIDTH))
      const room = sheet.bottom - y
      if (whole > room && room < Math.max(least, LEAST_START)) {
        turn()
        continue
      }
      const [text, later]: [string, string | null] = whole > room ? splitAt(sheet, rest, room) : [rest, null]
      const height = Math.max(least, heightOf(sheet, text, ANSWER_WIDTH))
      drawRow(sheet, table, { heading, label: row.label, text }, { y, height })
      y += height
      section = row.section
      rest = later
      if (rest !== null) turn()
    }
  }
  closeSection(sheet, y)
  table.end()
  return y + 6
}

function leastHeight(sheet: PdfSheet, heading: string, label: string): number {
  return Math.max(SMALLEST_ROW, heightOf(sheet, heading, SECTION_WIDTH), heightOf(sheet, label, LABEL_WIDTH))
}

/** The cell of a section spans its rows: it has rules only at its beginning and end. */
function closeSection({ doc, left }: PdfSheet, y: number): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(left, y)
    .lineTo(left + SECTION_WIDTH, y)
    .lineWidth(0.6)
    .strokeColor(RULE)
    .stroke()
  doc.endMarkedContent()
}

function heightOf({ doc }: PdfSheet, text: string, width: number): number {
  return (
    doc
      .font('plain')
      .fontSize(TEXT_SIZE)
      .heightOfString(text, { width: width - 2 * PAD_X }) +
    2 * PAD_Y
  )
}

/** Breaks lines between options, which are separated by a wide space, and never between a box and its label. */
function packed({ doc }: PdfSheet, text: string): string {
  const fits = (line: string) => doc.font('plain').fontSize(TEXT_SIZE).widthOfString(line) <= ANSWER_WIDTH - 2 * PAD_X
  return text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = []
      for (const option of line.split(GAP)) {
        const longer = `${lines.at(-1)}${GAP}${option}`
        if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
        else lines.push(option)
      }
      return lines
    })
    .join('\n')
}

/** The part of a text that fits, whole lines first, and the rest. */
function splitAt(sheet: PdfSheet, text: string, room: number): [now: string, later: string | null] {
  const fits = (length: number) => heightOf(sheet, text.slice(0, length), ANSWER_WIDTH) <= room
  let [low, high] = [1, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  const atLine = text.lastIndexOf('\n', low)
  const cut = atLine > low / 2 ? atLine : low
  return [text.slice(0, cut), text.slice(cut).replace(/^\n/, '') || null]
}

type Drawn = { heading: string; label: string; text: string }

function drawRow(
  { doc, left }: PdfSheet,
  table: PDFKit.PDFStructureElement,
  { heading, label, text }: Drawn,
  { y, height }: { y: number; height: number },
): void {
  const labelLeft = left + SECTION_WIDTH
  const answerLeft = labelLeft + LABEL_WIDTH
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .rect(left, y, SECTION_WIDTH + LABEL_WIDTH, height)
    .fillColor(GROUND)
    .fill()
  doc.lineWidth(0.6).strokeColor(RULE)
  doc.rect(labelLeft, y, PAGE_WIDTH - SECTION_WIDTH, height).stroke()
  doc
    .moveTo(answerLeft, y)
    .lineTo(answerLeft, y + height)
    .stroke()
  doc
    .moveTo(left, y)
    .lineTo(left, y + height)
    .stroke()
  if (heading) doc.moveTo(left, y).lineTo(labelLeft, y).stroke()
  doc.endMarkedContent()
  const row = doc.struct('TR')
  table.add(row)
  const cell = (type: 'TH' | 'TD', at: number, width: number, content: string, font = 'plain') =>
    row.add(
      doc.struct(type, {}, () =>
        doc
          .font(font)
          .fontSize(TEXT_SIZE)
          .fillColor(INK)
          .text(content, at + PAD_X, y + PAD_Y, { width: width - 2 * PAD_X, height: height - PAD_Y, lineBreak: true }),
      ),
    )
  cell('TH', left, SECTION_WIDTH, heading, 'bold')
  cell('TH', labelLeft, LABEL_WIDTH, label)
  cell('TD', answerLeft, ANSWER_WIDTH, text)
  row.end()
}
