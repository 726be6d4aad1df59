import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { toCsv } from './csv.ts'
import { type LineError, parseCsv, readCsvFile } from './csv-file.ts'
import { decodeText } from './decode-text.ts'

const HEADINGS = ['Name', 'Room', 'Note', 'Signed by']
const errorsOf = (...lines: string[]): LineError[] => parseCsv([HEADINGS.join(','), ...lines].join('\n')).errors
const GOOD = 'A,1,calm,B'

describe('a broken file', () => {
  test.each<[string, string[], LineError[]]>([
    ['an unclosed quotation mark in the last line', [GOOD, 'C,2,,"D'], [{ line: 3, key: 'quote-open' }]],
    [
      'an unclosed quotation mark that swallows lines',
      ['A,1,,"B', 'C,2,,D', 'E,3,,F'],
      [{ line: 2, key: 'quote-open' }],
    ],
    ['text after a closing quotation mark', [GOOD, '"A"lpha,1,,B'], [{ line: 3, key: 'quote-text' }]],
    ['a swallowed line that begins with a quotation mark', ['A,1,,"B', '"C",2,,D'], [{ line: 2, key: 'quote-text' }]],
    ['two forgotten quotation marks in one column', ['A,1,,"B', 'C,2,,D"'], [{ line: 2, key: 'quote-lines' }]],
    [
      'two forgotten quotation marks, two lines apart',
      ['A,1,"x,B', 'E,3,,F', 'C,2,y",D'],
      [{ line: 2, key: 'quote-lines' }],
    ],
    ['more cells than headings', [GOOD, 'A,1,calm, friendly,B'], [{ line: 3, key: 'columns' }]],
    ['a NUL byte', [GOOD, 'A\u0000,1,,B'], [{ line: 3, key: 'character' }]],
    ['lines after a cell with a line break', ['A,1,"two\nlines",B', 'A,1,,"B'], [{ line: 4, key: 'quote-open' }]],
  ])('names the line of %s', (_, lines, errors) => {
    expect(errorsOf(...lines)).toEqual(errors)
  })

  test('names bytes that are neither UTF-8 nor Shift_JIS', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('Name,Room\nA,1\nB'),
      0x82,
      0xff,
      ...new TextEncoder().encode(',2\n'),
    ])
    expect(
      await readCsvFile(new File([bytes], 'a.csv'), { rowsMax: 10, bytesMax: 1_000, isHeading: () => false }),
    ).toMatchObject({
      ...{ key: 'broken', errors: [{ line: 3, key: 'character' }] },
    })
  })

  // Whatever somebody does to one cell: the file is refused, or no other row is lost or changed.
  test('never loses a row without an error', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'ハ', ' ', "'", '1'), minLength: 1, maxLength: 5 })
      .map((text) => `x${text}x`)
    const rows = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 8 })
    const harm = fc.constantFrom<(cell: string) => string>(
      ...[
        (text: string) => `"${text}`,
        (text: string) => `${text}"`,
        (text: string) => `"${text}"y`,
        (text: string) => `y"${text}"`,
        (text: string) => `"${text}""`,
        (text: string) => `${text},more`,
        (text: string) => `${text}\u0000`,
        (text: string) => `"${text}\ry"`,
      ],
    )
    const broken = fc.array(fc.record({ row: fc.nat(7), column: fc.nat(3), harm }), { minLength: 1, maxLength: 2 })
    fc.assert(
      fc.property(
        rows,
        broken,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom(',', ';', '\t'),
        (all, harms, end, mark) => {
          const cells = all.map((row) => [...row])
          for (const { row, column, harm } of harms)
            cells[row % all.length]![column] = harm(all[row % all.length]![column]!)
          const spoiled = new Set(harms.map(({ row }) => row % all.length))
          const text = [HEADINGS, ...cells].map((row) => row.join(mark)).join(end)
          const { lines, errors } = parseCsv(text)
          if (errors.length > 0) return
          expect(lines).toHaveLength(all.length)
          const whole = (_: unknown, at: number) => !spoiled.has(at)
          expect(lines.filter(whole)).toEqual(all.filter(whole))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('a good file', () => {
  test('may have quotation marks in cells, cells of several lines and empty ends', () => {
    const text = 'Name,Note,Room,,\r\nA "B" C,"one\r\ntwo, three",1,,\r\n,,,,\r\n"D ""E""","[1,\n2]",2\r\n\r\n'
    expect(parseCsv(text)).toEqual({
      ...{ headings: ['Name', 'Note', 'Room', '', ''], errors: [] },
      lines: [
        ['A "B" C', 'one\ntwo, three', '1', '', ''],
        ['D "E"', '[1,\n2]', '2', '', ''],
      ],
      numbers: [2, 5],
    })
  })

  test('may end its lines with a carriage return alone', () => {
    expect(parseCsv('Name,Room\rA,1\rB,2\r')).toMatchObject({
      lines: [
        ['A', '1'],
        ['B', '2'],
      ],
      errors: [],
    })
  })

  const cell = fc
    .string({ unit: fc.constantFrom('髙', 'ハ', '花', 'a', '1', ' ', '・'), minLength: 1, maxLength: 6 })
    .map((text) => `x${text}x`)
  const table = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 6 })
  const isHeading = (text: string) => HEADINGS.includes(text)

  test('may begin with sep=, titles and empty lines, in any of the separators', () => {
    const titles = fc.array(fc.constantFrom('Residents of the home', '', '2026, November', 'Room;list'), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(table, titles, fc.constantFrom(',', ';', '\t'), fc.boolean(), (rows, above, mark, hasSep) => {
        const body = [HEADINGS, ...rows].map((row) => row.join(mark))
        const lines = [...(hasSep ? [`sep=${mark}`] : []), ...above, ...body]
        expect(parseCsv(lines.join('\r\n'), isHeading)).toEqual({
          ...{ headings: HEADINGS, lines: rows, errors: [] },
          numbers: rows.map((_, at) => lines.length - rows.length + at + 1),
        })
      }),
    )
  })

  test('keeps what it holds through our own exports, formulas included', () => {
    const text = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', 'a', '1', '＝', '\n'),
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const remaining = texts.map((one) => `${one}.`)
        const file = toCsv(
          [
            { header: 'Name', csv: (row: string) => row },
            { header: 'Room', csv: () => '1' },
          ],
          remaining,
        )
        const { lines, errors } = parseCsv(file.slice(1))
        expect(errors).toEqual([])
        expect(lines.map(([name]) => name)).toEqual(remaining.map((one) => one.trim()))
        const raw = Papa.parse<string[]>(file.slice(1)).data.map(([name = '']) => name)
        expect(raw.filter((name) => /^[=+\-@＝]/.test(name))).toEqual([])
      }),
    )
  })
})

describe('an encoding that nobody named', () => {
  const text = '氏名,居室\n髙橋 花子,201号室\nサクラ ガク,さくらの間\n'
  // The bytes of this text without 髙, which EUC-JP and JIS do not have.
  const plainText = '氏名,居室\n山田 花子,101号室\n'
  const EUC = 'bbe1ccbe2cb5efbcbc0abbb3c5c420b2d6bbd22c313031b9e6bcbc0a'
  const JIS =
    '1b2442 3b614c3e 1b2842 2c 1b2442 356f3c3c 1b2842 0a 1b2442 3b334544 1b2842 20 1b2442 32563b52 1b2842 2c313031 1b2442 39663c3c 1b2842 0a'
  const SHIFT_JIS = '8e8196bc2c8b8f8eba0a8e5293632089d48e712c3130318d868eba0a'
  const bytesOf = (hex: string) =>
    Uint8Array.from(hex.replaceAll(' ', '').match(/../g)!, (two) => Number.parseInt(two, 16))

  test.each([
    ['EUC-JP', EUC],
    ['ISO-2022-JP', JIS],
    ['Shift_JIS', SHIFT_JIS],
  ])('%s is recognized', (_, hex) => {
    expect(decodeText(bytesOf(hex))).toBe(plainText)
  })

  test('Unicode is recognized with and without a mark', () => {
    expect(decodeText(new TextEncoder().encode(text))).toBe(text)
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer),
    ])
    expect(decodeText(utf16)).toBe(text)
  })
})

test('TEXT-02 the first sheet of an Excel workbook is read with its days and numbers', async () => {
  const bytes = await writeExcelFile(
    [
      [{ value: 'Residents', type: String }],
      ['Name', 'Room', 'Note', 'Signed by'].map((value) => ({ value, type: String })),
      [
        { value: '髙橋', type: String },
        { value: 201, type: Number },
        { value: new Date('2026-11-01'), type: Date, format: 'yyyy/mm/dd' },
        null,
      ],
    ],
    {},
  ).toBuffer()
  const file = new File([new Uint8Array(bytes)], 'a.xlsx')
  expect(
    await readCsvFile(file, { rowsMax: 10, bytesMax: 100_000, isHeading: (text) => HEADINGS.includes(text) }),
  ).toEqual({
    ...{ headings: HEADINGS, lines: [['髙橋', '201', '2026-11-01', '']], numbers: [3] },
  })
})
