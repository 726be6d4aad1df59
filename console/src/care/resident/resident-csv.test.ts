/** A file of residents as carers write it: headings in either language, answers in words, days with slashes. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvFile, parseCsv, readCsvFile } from '#lib/list/csv-file.ts'
import { isHeading, missingFields, templateCsv, toLines } from './resident-csv.ts'

test('RESIDENT-01 a Japanese file is read with its answers, honorific and days', () => {
  const file = parseCsv(
    '氏名,敬称,居室,入居日,検知の同意,録画の同意,鮮明な映像の同意,回答日,署名者\r\n山田 花子,さん,201,2026/4/1,○,いいえ,はい,2026年11月1日,長女\r\n',
  )
  expect(missingFields(file)).toEqual([])
  expect(toLines(file)).toEqual([
    {
      ...{ name: '山田 花子', honorific: 'san', room: '201', from: '2026-04-01' },
      ...{ detection: true, recording: false, clearImages: true, answeredOn: '2026-11-01', answeredBy: '長女' },
    },
  ])
})

test('RESIDENT-01 an answer other than yes or no is left out, so the service requires it', () => {
  const file = parseCsv('Name,Detection,Recording,Clear images,Answered on,Signed by\nA,maybe,,no,2026-11-01,B\n')
  expect(toLines(file)).toEqual([{ name: 'A', clearImages: false, answeredOn: '2026-11-01', answeredBy: 'B' }])
})

test('RESIDENT-01 a missing column is reported, and the template has all in both languages', () => {
  expect(missingFields(parseCsv('Name,Room\nA,201\n'))).toEqual([
    ...['detection', 'recording', 'clearImages', 'answeredOn', 'answeredBy'],
  ])
  for (const language of ['en', 'ja'] as const) {
    const file = parseCsv(templateCsv(language).replace('\uFEFF', ''))
    expect(missingFields(file)).toEqual([])
    expect(toLines(file)[0]).toMatchObject({ honorific: 'sama', bed: 1, detection: true, clearImages: false })
  }
})

/** Writes an encoding of Japanese programs: each pair of bytes that decodes to one character. */
function encoder(encoding: 'shift_jis' | 'euc-jp'): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding)
  const pairs = new Map<string, number[]>()
  for (let lead = 0x81; lead < 0xfd; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if ([...text].length === 1 && text !== '\uFFFD' && !pairs.has(text)) pairs.set(text, [lead, trail])
    }
  }
  return (text) => Uint8Array.from([...text].flatMap((one) => (one < '\x80' ? one.charCodeAt(0) : pairs.get(one)!)))
}
const inEucJp = encoder('euc-jp')
/** JIS: the pairs of EUC-JP in seven bits, between escapes that begin and end them. */
const inJis =
  (begin: string, end: string) =>
  (text: string): Uint8Array =>
    Uint8Array.from(
      text
        .split(/([^\0-\x7f]+)/)
        .filter((part) => part !== '')
        .flatMap((part) => {
          if (part < '\x80') return [...Buffer.from(part)]
          return [...Buffer.from(begin), ...[...inEucJp(part)].map((byte) => byte & 0x7f), ...Buffer.from(end)]
        }),
    )
const ENCODINGS: Record<string, (text: string) => Uint8Array> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 with its mark': (text) => new TextEncoder().encode(`\uFEFF${text}`),
  'UTF-16': (text) => new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (one) => one.charCodeAt(0)).buffer),
  Shift_JIS: encoder('shift_jis'),
  'EUC-JP': inEucJp,
  'ISO-2022-JP': inJis('\x1b$B', '\x1b(B'),
  'ISO-2022-JP of 1978 with Roman letters of JIS': inJis('\x1b$@', '\x1b(J'),
}

test.each(Object.entries(ENCODINGS))(
  'TEXT-02 a file of residents is read in %s, however it is written',
  async (_, encode) => {
    const day = fc.constantFrom(
      '2026/11/1',
      '2026-11-01',
      '2026年11月1日',
      '令和8年11月1日',
      '令和八年十一月一日',
      'R8.11.1',
      '20261101',
    )
    const resident = fc.record({
      name: fc.constantFrom('山田 花子', '鈴木、一郎', '佐藤"太郎"', 'サクラ,ガク', '高橋\n花子さん'),
      room: fc.constantFrom('201', '２０１号室', 'さくらの間'),
      yes: fc.constantFrom('○', '〇', '◯', 'はい', 'ハイ', '同意', '有', '1', 'Yes', 'ＹＥＳ'),
      no: fc.constantFrom('×', 'いいえ', '無し', '不同意', '0', 'no'),
      day,
    })
    const shape = fc.record({
      residents: fc.array(resident, { minLength: 1, maxLength: 6 }),
      delimiter: fc.constantFrom(',', ';', '\t'),
      end: fc.constantFrom('\r\n', '\n', '\r'),
      titles: fc.subarray(['入居者一覧', '作成日 令和8年11月2日', '']),
      isNamed: fc.boolean(),
      isQuoted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(shape, async ({ residents, delimiter, end, titles, isNamed, isQuoted }) => {
        const cell = (text: string) => (isQuoted || /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
        const rows = [
          ['氏名', '居室', '検知の同意', '録画の同意', '鮮明な映像の同意', '回答日', '署名者'],
          ...residents.map(({ name, room, yes, no, day }) => [name, room, yes, no, yes, day, '長女']),
        ]
        const lines = [
          ...(isNamed ? [`sep=${delimiter}`] : []),
          ...titles,
          ...rows.map((row) => row.map(cell).join(delimiter)),
        ]
        const bytes = encode(lines.join(end))
        const file = await readCsvFile(new File([new Uint8Array(bytes)], 'a.csv'), {
          rowsMax: 100,
          bytesMax: 1e6,
          isHeading,
        })
        expect(file).not.toHaveProperty('key')
        expect(toLines(file as CsvFile)).toEqual(
          residents.map(({ name, room }) => ({
            ...{ name, room, detection: true, recording: false, clearImages: true },
            ...{ answeredOn: '2026-11-01', answeredBy: '長女' },
          })),
        )
      }),
    )
  },
)
