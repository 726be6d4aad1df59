import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LineError, parseCsv, readCsvFile } from './csv-file.ts'

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
    expect(await readCsvFile(new File([bytes], 'a.csv'), { rowsMax: 10, bytesMax: 1_000 })).toMatchObject({
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
})
