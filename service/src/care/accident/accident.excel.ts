/**
 * The form as an Excel workbook of one sheet, a row for each answer: section, item, box, answer, details. Each option has
 * its own row, so that a program reads one value a cell; only headings span cells. REPORT-05.
 */
import type { SheetData } from 'write-excel-file/node'
import { box, type PaperForm, type PaperRow, type PaperValue } from './accident.paper.ts'

/** In characters; the sum is the width of a portrait A4 page. */
const COLUMNS = [{ width: 13 }, { width: 20 }, { width: 4 }, { width: 41 }, { width: 14 }]
/** Characters that fit on a line; a full-width character counts as two. */
const LINE = { section: 10, answer: 38, label: 18, detail: 12, sheet: 86 }
const LINE_HEIGHT = 16
const FONT = { fontFamily: 'Yu Gothic', fontSize: 10 }
const CELL = { borderStyle: 'thin', borderColor: '#7f7f7f', wrap: true, alignVertical: 'top' } as const
const HEAD = { ...CELL, backgroundColor: '#eef0f3' } as const
const BOLD = { fontWeight: 'bold' } as const
/** Printed on portrait A4, as wide as the page; the writer has no setting for it. ECMA-376, 18.3.1: the order counts. */
const PRINTED = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (sheet: string) =>
          sheet
            .replace('<sheetViews>', '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>')
            .replace('</worksheet>', `${PAGE}</worksheet>`),
      },
    },
  },
}
/** Margins in inches; paper 9 is A4; height 0: as many pages as are needed. */
const PAGE = `<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>
<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>`
const DAY = 'yyyy"年"m"月"d"日"'

export async function toExcel({ title, remarks, head, rows, foot }: PaperForm): Promise<Buffer> {
  const data = [
    wide(title, { fontSize: 14, ...BOLD, align: 'center', height: 26 }),
    ...remarks.map((remark) => wide(remark, { height: LINE_HEIGHT * linesOf(remark, LINE.sheet) })),
    ...linesOfForm([...head, ...rows]),
    wide(foot, { textColor: '#566170', height: LINE_HEIGHT * linesOf(foot, LINE.sheet) }),
  ]
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const sheet = { sheet: title, columns: COLUMNS, showGridLines: false }
  return writeExcelFile(data as SheetData, sheet, { ...FONT, features: [PRINTED] }).toBuffer()
}

const wide = (value: string, style: object) => [
  { value, type: String, columnSpan: COLUMNS.length, wrap: true, ...style },
  ...COLUMNS.slice(1).map(() => null),
]

/** What stands beside the headings of a line. */
type Line = { box: string; answer: string | PaperValue; detail: string }

function linesOfForm(rows: readonly PaperRow[]) {
  const lines = rows.flatMap((row) => linesOfRow(row).map((line, at, { length }) => ({ row, line, at, length })))
  return lines.map(({ row, line, at, length }, place) => {
    const isFirst = lines[place - 1]?.row.section !== row.section
    const next = lines.slice(place).findIndex((one) => one.row.section !== row.section)
    const sectionRows = next < 0 ? lines.length - place : next
    return [
      isFirst ? spanned(row.section, sectionRows, { ...HEAD, ...BOLD }) : null,
      at === 0 ? spanned(row.label, length, HEAD) : null,
      { ...text(line.box), height: heightOf(row, line, { length, isWhole: isFirst && sectionRows === 1 }) },
      typeof line.answer === 'string' ? text(line.answer) : valueCell(line.answer),
      text(line.detail),
    ]
  })
}

function linesOfRow({ options, text: answer, value }: PaperRow): Line[] {
  if (!options) return [{ box: '', answer: value ?? answer, detail: '' }]
  return options.map(({ isOn, label, detail }) => ({ box: box(isOn), answer: label, detail: detail ?? '' }))
}

const text = (value: string) => ({ value, type: String, ...CELL })
const spanned = (value: string, rowSpan: number, style: object) => ({
  ...{ value, type: String, ...style },
  ...(rowSpan > 1 && { rowSpan }),
})

function valueCell(value: PaperValue) {
  const style = { ...CELL, align: 'left' }
  if ('number' in value) return { value: value.number, type: Number, format: '0"歳"', ...style }
  return { value: new Date(value.clock), type: Date, format: value.hasTime ? `${DAY} hh:mm` : DAY, ...style }
}

/** High enough for every cell of the line; headings that span lines have their room below. `isWhole`: it is all of its section. */
function heightOf(row: PaperRow, line: Line, { length, isWhole }: { length: number; isWhole: boolean }): number {
  const lines = [
    typeof line.answer === 'string' ? linesOf(line.answer, LINE.answer) : 1,
    linesOf(line.detail, LINE.detail),
    Math.ceil(linesOf(row.label, LINE.label) / length),
    isWhole ? linesOf(row.section, LINE.section) : 1,
  ]
  return LINE_HEIGHT * Math.max(...lines) + 4
}

function linesOf(value: string, columns: number): number {
  const widthOf = (line: string) => [...line].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 256 ? 1 : 2), 0)
  return value.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
}
