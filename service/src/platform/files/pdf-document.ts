/** Sheets of paper: tagged headings, paragraphs, tables and charts one below the other, and page numbers at the end. METRIC-04. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { CHART_TEXT, type Chart, type ChartTone } from '@mimamori/contract/shared/chart.ts'
import PDFDocument from 'pdfkit'

const FONTS = '@expo-google-fonts/noto-sans-jp'
const { resolve } = createRequire(import.meta.url)
const MARGIN = 48
const FOOT = 40
/** Of an A4 page between its margins, in points. */
export const PAGE_WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - MARGIN - 16
const [INK, SOFT, LINE] = ['#18212c', '#566170', '#e2e6eb']
/** The light scheme of the console. */
const INKS: Record<ChartTone, string> = {
  ...{ critical: '#c5221f', high: '#b65000', medium: '#8a6400', low: '#a5adb7', primary: '#1f5fd6' },
  ...{ soft: '#18212c', line: LINE, night: '#eef0f3', unknown: '#ffffff' },
}
const SIZES = { 1: 20, 2: 15, 3: 11.5 } as const
const ROW_HEIGHT = 17
/** Between a cell and the one before it. */
const CELL_GAP = 4
/** Before a column of words, which begins where the numbers of the one before it end. */
const GUTTER = 12

/** The open sheet of a part; `turn` begins another page and answers where it begins. */
export type PdfSheet = {
  doc: PDFKit.PDFDocument
  whole: PDFKit.PDFStructureElement
  left: number
  top: number
  bottom: number
  turn: () => number
}

type PaperOptions = { title: string; author: string; language: string; createdAt: Date }
type PaperTable = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  firstShare?: number
  /** The last column holds words: from the left, in up to so many lines, over this share of the page. Left out: a number. */
  words?: { share: number; lines: number }
  /** Points that the rows may take; those that have no room any more are left out. */
  heightMost?: number
}

export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument
  readonly #whole: PDFKit.PDFStructureElement
  readonly #bytes: Promise<Buffer>
  #y = MARGIN

  constructor({ title, author, language, createdAt }: PaperOptions) {
    const info = { Title: title, Author: author, CreationDate: createdAt }
    const sheet = { size: 'A4', margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN } }
    const tagged = { tagged: true, pdfVersion: '1.7' as const, lang: language, displayTitle: true, bufferPages: true }
    this.#doc = new PDFDocument({ ...sheet, ...tagged, info })
    for (const [name, file] of [
      ['plain', '400Regular/NotoSansJP_400Regular'],
      ['bold', '700Bold/NotoSansJP_700Bold'],
    ]) {
      this.#doc.registerFont(name!, readFileSync(resolve(`${FONTS}/${file}.ttf`)))
    }
    this.#bytes = gathered(this.#doc)
    this.#whole = this.#doc.struct('Document')
    this.#doc.addStructure(this.#whole)
  }

  /** Level 1 begins a page of its own, unless it is the first. */
  heading(level: 1 | 2 | 3, text: string): void {
    const size = SIZES[level]
    if (level === 1 && this.#y > MARGIN) this.#turn()
    this.#room(level === 1 ? 80 : 90)
    this.#y += level === 1 ? 0 : 12
    const [place, y] = [this.#doc, this.#y]
    if (level < 3) place.outline.addItem(text)
    this.#tag(`H${level}`, () =>
      place.font('bold').fontSize(size).fillColor(INK).text(text, MARGIN, y, { width: PAGE_WIDTH }),
    )
    this.#y = place.y + 4
  }

  paragraph(text: string): void {
    const place = this.#doc.font('plain').fontSize(9)
    this.#room(place.heightOfString(text, { width: PAGE_WIDTH }) + 4)
    const y = this.#y
    this.#tag('P', () => place.font('plain').fontSize(9).fillColor(SOFT).text(text, MARGIN, y, { width: PAGE_WIDTH }))
    this.#y = place.y + 4
  }

  /** What is drawn elsewhere: it takes the sheet, goes on pages of its own where it needs them, and leaves its end. */
  part(draw: (sheet: PdfSheet) => number): void {
    const turn = () => {
      this.#turn()
      return MARGIN
    }
    this.#y = draw({ doc: this.#doc, whole: this.#whole, left: MARGIN, top: this.#y, bottom: BOTTOM, turn })
  }

  /** `alt` says what the chart shows. */
  chart(chart: Chart, alt: string): void {
    this.#room(chart.height + 10)
    const top = this.#y
    this.#tag('Figure', () => drawChart(this.#doc, chart, top), alt)
    this.#y += chart.height + 10
  }

  /** Answers how many rows were drawn. */
  table({ columns, rows, firstShare = 0.3, words, heightMost = Number.POSITIVE_INFINITY }: PaperTable): number {
    const table = this.#doc.struct('Table')
    this.#whole.add(table)
    const shape = { widths: widthsOf(columns.length, firstShare, words?.share), lines: words?.lines ?? 0 }
    let [drawn, left] = [0, heightMost]
    const head = { isHead: true, height: this.#headHeight(columns, shape) }
    this.#room(head.height + 2 * ROW_HEIGHT)
    this.#row(table, columns, shape, head)
    for (const cells of rows) {
      const height = this.#rowHeight(cells, shape)
      if (height > left) break
      // A table that goes on says its columns again.
      if (this.#y + height > BOTTOM) {
        this.#turn()
        this.#row(table, columns, shape, head)
      }
      this.#row(table, cells, shape, { isHead: false, height })
      left -= height
      drawn++
    }
    table.end()
    this.#y += 6
    return drawn
  }

  /** The whole file; `foot` stands on every page beside its number. */
  async finish(foot: string): Promise<Buffer> {
    this.#whole.end()
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page)
      this.#doc.markContent('Artifact', { type: 'Pagination' })
      const place = this.#doc.font('plain').fontSize(8).fillColor(SOFT)
      const y = 841.89 - FOOT
      place.text(foot, MARGIN, y, { lineBreak: false })
      const number = `${page + 1} / ${count}`
      place.text(number, MARGIN + PAGE_WIDTH - place.widthOfString(number), y, { lineBreak: false })
      this.#doc.endMarkedContent()
    }
    this.#doc.end()
    return this.#bytes
  }

  /** A column's name that is wider than its column has two lines. */
  #headHeight(columns: readonly string[], { widths }: TableShape): number {
    const place = this.#doc.font('plain').fontSize(8)
    const isWide = columns.some((text, at) => place.widthOfString(text) > widths[at]! - CELL_GAP)
    return ROW_HEIGHT + (isWide ? place.currentLineHeight() : 0)
  }

  #rowHeight(cells: readonly string[], { widths, lines }: TableShape): number {
    if (lines === 0) return ROW_HEIGHT
    const place = this.#doc.font('plain').fontSize(9)
    const line = place.currentLineHeight()
    const whole = place.heightOfString(cells.at(-1)!, { width: widths.at(-1)! - GUTTER })
    return ROW_HEIGHT + (Math.min(lines, Math.max(1, Math.round(whole / line))) - 1) * line
  }

  #row(
    table: PDFKit.PDFStructureElement,
    cells: readonly string[],
    { widths, lines }: TableShape,
    { isHead, height }: { isHead: boolean; height: number },
  ): void {
    const row = this.#doc.struct('TR')
    table.add(row)
    let x = MARGIN
    for (const [at, text] of cells.entries()) {
      const [left, y, width] = [x, this.#y, widths[at]!]
      const isWords = lines > 0 && at === cells.length - 1
      const draw = () =>
        isWords
          ? this.#words(text, { x: left + GUTTER, y, width: width - GUTTER, isHead, height })
          : isHead && at > 0
            ? this.#head(text, { x: left, y, width, height })
            : this.#cell(text, { x: left, y, width, isHead, align: at === 0 ? 'left' : 'right' })
      row.add(this.#doc.struct(isHead || at === 0 ? 'TH' : 'TD', {}, draw))
      x += width
    }
    row.end()
    this.#rule(this.#y + height - 3)
    this.#y += height
  }

  #tag(type: string, draw: () => void, alt?: string): void {
    const element = this.#doc.struct(type, alt === undefined ? {} : { alt }, draw)
    this.#whole.add(element)
    element.end()
  }

  #cell(text: string, { x, y, width, isHead, align }: CellOptions): void {
    const place = this.#doc.font('plain').fontSize(isHead ? 8 : 9)
    let shown = text
    while (shown.length > 1 && place.widthOfString(shown) > width - CELL_GAP) shown = `${shown.slice(0, -2)}…`
    const left = align === 'left' ? x : x + width - place.widthOfString(shown)
    place.fillColor(isHead ? SOFT : INK).text(shown, left, y, { lineBreak: false })
  }

  #head(text: string, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    const place = this.#doc.font('plain').fontSize(8).fillColor(SOFT)
    const room = { width: width - CELL_GAP, height: height - 2, align: 'right' as const, ellipsis: true }
    // What stands in brackets has the second line, where the words before it have room in the first.
    const parts = text.split(/\s?(?=[(（])/)
    const isParted = place.widthOfString(text) > room.width && place.widthOfString(parts[0]!) <= room.width
    const lines = isParted ? parts : [text]
    for (const [at, line] of lines.entries()) place.text(line, x + CELL_GAP, y + at * place.currentLineHeight(), room)
  }

  /** What has no room in the lines of the row ends with an ellipsis. */
  #words(text: string, { x, y, width, isHead, height }: Omit<CellOptions, 'align'> & { height: number }): void {
    const place = this.#doc.font('plain').fontSize(isHead ? 8 : 9)
    place.fillColor(isHead ? SOFT : INK).text(text, x, y, { width, height: height - 2, ellipsis: true })
  }

  /** Lines between rows are no content. */
  #rule(y: number): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.#doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + PAGE_WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    this.#doc.endMarkedContent()
  }

  #room(height: number): void {
    if (this.#y + height > BOTTOM) this.#turn()
  }

  #turn(): void {
    this.#doc.addPage()
    this.#y = MARGIN
  }
}

type TableShape = { widths: readonly number[]; lines: number }

/** The first and the last column have their shares, the others have equal ones. */
function widthsOf(count: number, firstShare: number, lastShare?: number): number[] {
  const first = PAGE_WIDTH * firstShare
  if (lastShare === undefined) {
    const other = (PAGE_WIDTH - first) / Math.max(1, count - 1)
    return Array.from({ length: count }, (_, at) => (at === 0 ? first : other))
  }
  const last = PAGE_WIDTH * lastShare
  const other = (PAGE_WIDTH - first - last) / Math.max(1, count - 2)
  return Array.from({ length: count }, (_, at) => (at === 0 ? first : at === count - 1 ? last : other))
}

type CellOptions = { x: number; y: number; width: number; isHead: boolean; align: 'left' | 'right' }

function drawChart(place: PDFKit.PDFDocument, { marks }: Chart, top: number): void {
  place
    .save()
    .translate(MARGIN, top)
    .font('plain')
    .fontSize(CHART_TEXT - 3)
  for (const mark of marks) {
    if (mark.kind === 'line') {
      const [first, ...others] = mark.points
      place.moveTo(...(first as [number, number]))
      for (const point of others) place.lineTo(...(point as [number, number]))
      place.lineWidth(0.5).strokeColor(INKS[mark.tone]).stroke()
    } else if (mark.kind === 'text') {
      const width = place.widthOfString(mark.text)
      const x = mark.x - (mark.anchor === 'end' ? width : mark.anchor === 'middle' ? width / 2 : 0)
      place.fillColor(SOFT).text(mark.text, x, mark.y - CHART_TEXT + 1, { lineBreak: false })
    } else if (mark.strength !== 0) {
      place
        .rect(mark.x, mark.y, mark.width, mark.height)
        .fillOpacity(mark.strength ?? 1)
        .fillColor(INKS[mark.tone])
      if (mark.tone === 'unknown') place.lineWidth(0.3).strokeColor('#c6cdd6').stroke()
      else place.fill()
      place.fillOpacity(1)
    }
  }
  place.restore()
}

function gathered(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((done, failed) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => done(Buffer.concat(parts)))
    doc.on('error', failed)
  })
}
