/**
 * PDF pages: tagged headings, paragraphs, tables and charts one below the other, with page numbers at the end.
 * METRIC-04.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { CHART_TEXT, type Chart, type ChartTone } from '@mimamori/contract/shared/chart.ts'
import PDFDocument from 'pdfkit'
import { textsOf } from '../messaging/texts.ts'
import { type CharacterFont, isMixed, joinCharacters, LACKING, type PdfFont, spansOf } from './pdf-bidi.ts'
import { linesOf } from './pdf-lines.ts'

const FONTS = '@expo-google-fonts'
/** Name, package and file of each font. */
const FACES = [
  ['', 'noto-sans-jp', 'NotoSansJP'],
  ['-arabic', 'ibm-plex-sans-arabic', 'IBMPlexSansArabic'],
  ['-hebrew', 'noto-sans-hebrew', 'NotoSansHebrew'],
] as const
const { resolve } = createRequire(import.meta.url)
const MARGIN = 48
const FOOT = 40
/** Width of an A4 page between its margins, in points. */
export const PAGE_WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - MARGIN - 16
const [INK, SOFT, LINE] = ['#18212c', '#566170', '#e2e6eb']
/** The light color scheme of the console. */
const INKS: Record<ChartTone, string> = {
  ...{ critical: '#c5221f', high: '#b65000', medium: '#8a6400', low: '#a5adb7', primary: '#1f5fd6' },
  ...{ soft: '#18212c', line: LINE, night: '#eef0f3', unknown: '#ffffff' },
}
const SIZES = { 1: 20, 2: 15, 3: 11.5 } as const
const ROW_HEIGHT = 16
const [CELL_SIZE, HEAD_SIZE] = [9, 8]
/** Padding of a row, above and below its lines. */
const ROW_PADDING = 3
/** A row or paragraph with fewer lines is not split across pages. */
const PARTED_LEAST = 8
/** Gap between a cell and the previous one. */
const CELL_GAP = 4
/** Gap before a text column, which begins where the previous column's numbers end. */
const GUTTER = 12

/** The current page of a custom part; `turn` begins another page and returns its start. */
export type PdfSheet = {
  doc: PDFKit.PDFDocument
  whole: PDFKit.PDFStructureElement
  left: number
  top: number
  bottom: number
  turn: () => number
}

type PaperOptions = { title: string; author: string; language: Locale; createdAt: Date }
type PaperTable = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  firstShare?: number
  /** The last column has left-aligned text over this share of the page. Omitted: numbers. */
  wordsShare?: number
}

export class PdfDocument {
  readonly #doc: PDFKit.PDFDocument
  readonly #whole: PDFKit.PDFStructureElement
  readonly #bytes: Promise<Buffer>
  readonly #language: Locale
  /** The font lacks a character of the text. */
  #isLacking = false
  #y = MARGIN

  constructor({ title, author, language, createdAt }: PaperOptions) {
    const info = { Title: title, Author: author, CreationDate: createdAt }
    const sheet = { size: 'A4', margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN } }
    const tagged = { tagged: true, pdfVersion: '1.7' as const, lang: language, displayTitle: true, bufferPages: true }
    this.#doc = new PDFDocument({ ...sheet, ...tagged, info })
    for (const [name, folder, file] of FACES) {
      for (const [weight, cut] of Object.entries({ plain: '400Regular', bold: '700Bold' })) {
        this.#doc.registerFont(
          `${weight}${name}`,
          readFileSync(resolve(`${FONTS}/${folder}/${cut}/${file}_${cut}.ttf`)),
        )
      }
    }
    this.#language = language
    this.#drawSpans()
    this.#bytes = gathered(this.#doc)
    this.#whole = this.#doc.struct('Document')
    this.#doc.addStructure(this.#whole)
  }

  /**
   * Right-to-left words are drawn in the order and the font of their script. Characters that all fonts lack, such as Hangul
   * and emoji, are printed as 〓, and the foot of the page says so; who copies, searches or hears the text gets it as it
   * was written.
   */
  #drawSpans(): void {
    const doc = this.#doc as PDFKit.PDFDocument & Fragments
    const [print, measure] = [doc._fragment.bind(doc), doc.widthOfString.bind(doc)]
    const weight = () => (doc._font.name.endsWith('Bold') ? 'bold' : 'plain')
    const select = (font: PdfFont) => {
      doc.font(font === 'own' ? weight() : `${weight()}-${font}`)
      if (font !== 'own') joinCharacters(doc._font)
    }
    const has = (font: PdfFont, code: number) => {
      select(font)
      return doc._font.font.hasGlyphForCodePoint(code)
    }
    const placed = (line: string) => {
      let width = 0
      const spans = spansOf(line, has).map((span) => {
        select(span.font)
        const left = width
        width += measure(span.shown)
        return { ...span, left }
      })
      select('own')
      return { spans, width }
    }
    doc.widthOfString = (text, options) => (isMixed(text) ? placed(text).width : measure(text, options))
    doc._fragment = (text, x, y, options) => {
      const baseline = (-doc._font.ascender / 1000) * doc._fontSize
      // Screen readers follow the order of drawing.
      const written = placed(text.replaceAll('\n', '')).spans.toSorted((one, other) => one.at - other.at)
      for (const { font, shown, actual, left } of written) {
        select(font)
        if (actual !== null) doc.markContent('Span', { actual })
        print(shown, x + left, y, { ...options, baseline, textWidth: 0, wordCount: undefined })
        if (actual !== null) doc.endMarkedContent()
        if (shown.includes(LACKING)) this.#isLacking = true
      }
      select('own')
    }
  }

  /** Level 1 begins a new page, unless it is the first. */
  heading(level: 1 | 2 | 3, text: string): void {
    const size = SIZES[level]
    if (level === 1 && this.#y > MARGIN) this.#turn()
    this.#room(level === 1 ? 80 : 70)
    this.#y += level === 1 ? 0 : 12
    const [place, y] = [this.#doc, this.#y]
    if (level < 3) place.outline.addItem(text)
    this.#tag(`H${level}`, () =>
      place.font('bold').fontSize(size).fillColor(INK).text(text, MARGIN, y, { width: PAGE_WIDTH }),
    )
    this.#y = place.y + 4
  }

  /** Continues on further pages if needed. */
  paragraph(text: string): void {
    const place = this.#doc.font('plain').fontSize(9)
    let left = this.#linesOf(text, PAGE_WIDTH)
    while (left.length > 0) {
      const room = this.#roomFor(left.length)
      const [lines, y] = [left.slice(0, room), this.#y]
      this.#tag('P', () => this.#lines(lines, { x: MARGIN, y, width: PAGE_WIDTH, ink: SOFT, align: 'left' }))
      this.#y += lines.length * place.currentLineHeight() + 4
      left = left.slice(room)
    }
  }

  /** A custom part: it takes over the page, adds pages if needed, and returns its end. */
  part(draw: (sheet: PdfSheet) => number): void {
    const turn = () => {
      this.#turn()
      return MARGIN
    }
    this.#y = draw({ doc: this.#doc, whole: this.#whole, left: MARGIN, top: this.#y, bottom: BOTTOM, turn })
  }

  /** `alt` describes the chart. */
  chart(chart: Chart, alt: string): void {
    this.#room(chart.height + 10)
    const top = this.#y
    this.#tag('Figure', () => drawChart(this.#doc, chart, top), alt)
    this.#y += chart.height + 10
  }

  /**
   * Every cell takes the lines that it needs; a row that is too high for the rest of a page continues on the next one.
   */
  table({ columns, rows, firstShare = 0.3, wordsShare }: PaperTable): void {
    const table = this.#doc.struct('Table')
    this.#whole.add(table)
    const shape = shapeOf(columns.length, firstShare, wordsShare)
    const head = this.#cellLines(columns, shape, HEAD_SIZE)
    const drawHead = () => this.#row(table, head, shape, true)
    this.#room(ROW_HEIGHT * 4)
    drawHead()
    for (const cells of rows) {
      const whole = this.#cellLines(cells, shape, CELL_SIZE)
      let left = whole
      while (left.some((lines) => lines.length > 0)) {
        const room = this.#roomFor(Math.max(...left.map((lines) => lines.length)), drawHead)
        this.#row(
          table,
          left.map((lines) => lines.slice(0, room)),
          shape,
          false,
        )
        left = left.map((lines) => lines.slice(room))
        // Repeats the first cell of a continued row.
        const isOver = left.every((lines) => lines.length === 0)
        if (!isOver && left[0]!.length === 0) left = [whole[0]!.slice(0, 1), ...left.slice(1)]
      }
    }
    table.end()
    this.#y += 6
  }

  /** The complete file; `foot` is on every page beside its number. */
  async finish(foot: string): Promise<Buffer> {
    this.#whole.end()
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page)
      this.#doc.markContent('Artifact', { type: 'Pagination' })
      const place = this.#doc.font('plain').fontSize(8).fillColor(SOFT)
      const y = 841.89 - FOOT
      place.text(foot, MARGIN, y, { lineBreak: false })
      const lacking = textsOf('word', this.#language)('lacking-character', { mark: LACKING })
      if (this.#isLacking) place.text(lacking, MARGIN, y - 11, { lineBreak: false })
      const number = `${page + 1} / ${count}`
      place.text(number, MARGIN + PAGE_WIDTH - place.widthOfString(number), y, { lineBreak: false })
      this.#doc.endMarkedContent()
    }
    this.#doc.end()
    return this.#bytes
  }

  #linesOf(text: string, width: number): string[] {
    return linesOf(text, width, (part) => this.#doc.widthOfString(part))
  }

  #cellLines(cells: readonly string[], { columns }: TableShape, size: number): string[][] {
    this.#doc.font('plain').fontSize(size)
    return cells.map((text, at) => this.#linesOf(text, columns[at]!.width))
  }

  /**
   * How many of `count` lines fit on the page, which is turned before a few lines would be split; `turned` begins the
   * next one.
   */
  #roomFor(count: number, turned?: () => void): number {
    const line = this.#doc.font('plain').fontSize(CELL_SIZE).currentLineHeight()
    const roomOf = () => Math.floor((BOTTOM - this.#y - ROW_PADDING) / line)
    if (count > roomOf() && (count <= PARTED_LEAST || roomOf() < PARTED_LEAST)) {
      this.#turn()
      turned?.()
    }
    return roomOf()
  }

  #row(table: PDFKit.PDFStructureElement, cells: readonly string[][], { columns }: TableShape, isHead: boolean): void {
    const row = this.#doc.struct('TR')
    table.add(row)
    const size = isHead ? HEAD_SIZE : CELL_SIZE
    const y = this.#y
    for (const [at, lines] of cells.entries()) {
      const options = { ...columns[at]!, y, size, ink: isHead ? SOFT : INK }
      row.add(this.#doc.struct(isHead || at === 0 ? 'TH' : 'TD', {}, () => this.#lines(lines, options)))
    }
    row.end()
    const line = this.#doc.font('plain').fontSize(size).currentLineHeight()
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * line + ROW_PADDING
    this.#rule(y + height - 2)
    this.#y += height
  }

  #lines(lines: readonly string[], { x, y, width, size = CELL_SIZE, ink, align }: LineOptions): void {
    const place = this.#doc.font('plain').fontSize(size).fillColor(ink)
    const height = place.currentLineHeight()
    for (const [at, text] of lines.entries()) {
      const left = align === 'left' ? x : x + width - place.widthOfString(text)
      place.text(text, left, y + at * height, { lineBreak: false })
    }
  }

  #tag(type: string, draw: () => void, alt?: string): void {
    const element = this.#doc.struct(type, alt === undefined ? {} : { alt }, draw)
    this.#whole.add(element)
    element.end()
  }

  /** Lines between rows are marked as artifacts. */
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

/** Parts of pdfkit that its types lack: `_fragment` draws one line, after it was broken. */
type Fragments = {
  _font: CharacterFont & { name: string; ascender: number; font: { hasGlyphForCodePoint(code: number): boolean } }
  _fontSize: number
  _fragment: (text: string, x: number, y: number, options: Record<string, unknown>) => void
}
type Column = { x: number; width: number; align: 'left' | 'right' }
type TableShape = { columns: readonly Column[] }
type LineOptions = Column & { y: number; size?: number; ink: string }

/** The first and the last column have their own shares, the others equal ones. */
function shapeOf(count: number, firstShare: number, wordsShare?: number): TableShape {
  const first = PAGE_WIDTH * firstShare
  const last = wordsShare === undefined ? 0 : PAGE_WIDTH * wordsShare
  const other = (PAGE_WIDTH - first - last) / Math.max(1, count - 1 - (last > 0 ? 1 : 0))
  const columns = Array.from({ length: count }, (_, at): Column => {
    if (at === 0) return { x: MARGIN, width: first - CELL_GAP, align: 'left' }
    const x = MARGIN + first + (at - 1) * other
    if (last > 0 && at === count - 1) return { x: x + GUTTER, width: last - GUTTER, align: 'left' }
    return { x: x + CELL_GAP, width: other - CELL_GAP, align: 'right' }
  })
  return { columns }
}

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
