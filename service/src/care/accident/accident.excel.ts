/** The form as an Excel workbook of one sheet: section, item, answer. REPORT-05. */
import type { SheetData } from 'write-excel-file/node'
import type { PaperForm } from './accident.paper.ts'

/** In characters; the sum is the width of a portrait A4 page. */
const COLUMNS = [{ width: 13 }, { width: 20 }, { width: 57 }]
/** Characters that fit on a line; a full-width character counts as two. */
const LINE = { answer: 54, label: 18, sheet: 86 }
const LINE_HEIGHT = 16
const FONT = { fontFamily: 'Yu Gothic', fontSize: 10 }
const CELL = { borderStyle: 'thin', borderColor: '#7f7f7f', wrap: true, alignVertical: 'top' } as const
const HEAD = { ...CELL, backgroundColor: '#eef0f3', fontWeight: 'bold' } as const

export async function toExcel({ title, remarks, issue, submitted, rows, foot }: PaperForm): Promise<Buffer> {
  const wide = (value: string, style: object = {}) => [
    { value, type: String, columnSpan: 3, wrap: true, ...style },
    null,
    null,
  ]
  const data = [
    wide(title, { fontSize: 14, fontWeight: 'bold', align: 'center', height: 26 }),
    ...remarks.map((remark) => wide(remark, { height: LINE_HEIGHT * linesOf(remark, LINE.sheet) })),
    [{ value: issue, type: String, columnSpan: 2 }, null, { value: submitted, type: String, align: 'right' as const }],
    ...rows.map(({ section, label, text }, at) => {
      const isFirst = rows[at - 1]?.section !== section
      const rowSpan = rows.slice(at).findIndex((row) => row.section !== section)
      const height = LINE_HEIGHT * Math.max(linesOf(text, LINE.answer), linesOf(label, LINE.label), 1) + 4
      return [
        isFirst ? { value: section, type: String, rowSpan: rowSpan < 0 ? rows.length - at : rowSpan, ...HEAD } : null,
        { value: label, type: String, height, ...HEAD, fontWeight: undefined },
        { value: text, type: String, ...CELL },
      ]
    }),
    wide(foot, { textColor: '#566170', height: LINE_HEIGHT }),
  ]
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const sheet = { sheet: title, columns: COLUMNS, showGridLines: false }
  return writeExcelFile(data as SheetData, sheet, FONT).toBuffer()
}

function linesOf(text: string, columns: number): number {
  const widthOf = (line: string) => [...line].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 256 ? 1 : 2), 0)
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
}
