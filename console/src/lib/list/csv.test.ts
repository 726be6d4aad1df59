import { toCsv } from '@mimamori/contract/shared/csv.ts'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type Asked, readAll } from './csv.ts'

type Row = { name: string; count: number | null }
const columns = [
  { header: '名前', csv: (row: Row) => row.name },
  { header: 'Cameras, all', csv: (row: Row) => row.count },
]

describe('a CSV file', () => {
  test('begins with the UTF-8 mark, quotes where needed, and ends lines as RFC 4180 demands', () => {
    const text = toCsv(columns, [
      { name: 'さくら "A"', count: 3 },
      { name: 'two\nlines', count: null },
    ])
    expect(text).toBe('\uFEFF名前,"Cameras, all"\r\n"さくら ""A""",3\r\n"two\nlines",\r\n')
  })

  test('TEXT-02 holds no cell that a spreadsheet would run, read from the bytes of the file', async () => {
    const names = ['=1+1', '+81', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1', "'=1", 'ok']
    const cellsOf = async (texts: readonly string[]) => {
      const bytes = await new Blob([
        toCsv(
          [columns[0]!],
          texts.map((name) => ({ name, count: 0 })),
        ),
      ]).bytes()
      expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { delimiter: ',', newline: '\r\n' })
      return data.slice(1, -1).map(([name]) => name!)
    }
    expect(await cellsOf(names)).toEqual(names.map((name) => (name === 'ok' ? name : `'${name}`)))
    expect(toCsv([columns[1]!], [{ name: '', count: -5 }])).toContain('\r\n-5\r\n')
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n＝＋－＠\'",;a1 '), minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const cells = await cellsOf(texts)
        expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
        expect(cells.map((cell, at) => (cell === texts[at] ? cell : cell.slice(1)))).toEqual(texts)
      }),
    )
  })
})

/** A list as the service has it: by number in an order that may change, or behind a key. */
function listOf(rows: { id: string; place: number }[]) {
  const asked: { pageNumber: number; after?: string }[] = []
  const ask = async ({ pageNumber, pageSize, after }: Asked) => {
    asked.push({ pageNumber, after })
    const ordered = rows.toSorted((a, b) => (after === undefined ? a.place - b.place : a.id < b.id ? -1 : 1))
    const rest = after === undefined ? ordered.slice(pageNumber * pageSize) : ordered.filter(({ id }) => id > after)
    return { records: rest.slice(0, pageSize).map((row) => ({ ...row })), totalCount: rows.length }
  }
  return { asked, ask }
}
const idOf = ({ id }: { id: string }) => id

describe('an export of all records', () => {
  test('is in the order of the list, and one page of a hundred is read at a time', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({ id: String(1_000 + ((at * 7) % 250)), place: at }))
    const { ask, asked } = listOf(rows)
    expect((await readAll(ask, idOf)).map(idOf)).toEqual(rows.map(idOf))
    expect(asked.map(({ pageNumber, after }) => after?.slice(0, 4) ?? pageNumber)).toEqual([
      0,
      1,
      2,
      '0000',
      '1099',
      '1199',
    ])
  })

  test('asks once for a list of one page', async () => {
    const { ask, asked } = listOf([
      { id: 'b', place: 1 },
      { id: 'a', place: 2 },
    ])
    expect((await readAll(ask, idOf)).map(idOf)).toEqual(['b', 'a'])
    expect(asked).toHaveLength(1)
  })

  test('TEXT-02 misses no record and has none twice, whatever is added, moved and deleted at each page', async () => {
    const change = fc.record({ kind: fc.constantFrom('add', 'delete', 'move'), at: fc.nat(400), place: fc.integer() })
    const begin = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 350 })
    await fc.assert(
      fc.asyncProperty(begin, fc.infiniteStream(fc.array(change, { maxLength: 3 })), async (places, changes) => {
        const rows = places.map((place, at) => ({ id: `${String((at * 7919) % 997).padStart(3, '0')}-old`, place }))
        const { ask } = listOf(rows)
        const all = await readAll(async (page) => {
          const answer = await ask(page)
          for (const { kind, at, place } of changes.next().value ?? []) {
            const where = at % Math.max(1, rows.length)
            if (kind === 'delete') rows.splice(where, 1)
            else if (kind === 'move' && rows[where]) rows[where].place = place
            else if (kind === 'add') rows.push({ id: `${at % 997}-${place}-new`, place })
          }
          return answer
        }, idOf)
        const found = all.map(idOf)
        expect(new Set(found).size).toBe(found.length)
        expect(rows.map(idOf).filter((id) => id.endsWith('old') && !found.includes(id))).toEqual([])
      }),
    )
  })
})
