import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAll, toCsv } from './csv.ts'

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

  test('holds no cell that a spreadsheet would run', () => {
    const names = ['=1+1', '+81', '-2', '@SUM(A1)', '\t=1', '＝1', 'ok']
    const cells = toCsv(
      [columns[0]!],
      names.map((name) => ({ name, count: 0 })),
    ).split('\r\n')
    expect(cells.slice(1, -1)).toEqual(["'=1+1", "'+81", "'-2", "'@SUM(A1)", "'\t=1", "'＝1", 'ok'])
    expect(toCsv([columns[1]!], [{ name: '', count: -5 }])).toContain('\r\n-5\r\n')
  })
})

describe('an export of all records', () => {
  test('asks for one page of a hundred after the other, and takes a record that moved only once', async () => {
    const asked: number[] = []
    const all = await readAll(
      async ({ pageNumber, pageSize }) => {
        asked.push(pageNumber)
        const from = pageNumber * pageSize - pageNumber
        const records = Array.from({ length: Math.min(pageSize, 250 - from) }, (_, at) => ({ id: String(from + at) }))
        return { records, totalCount: 250 }
      },
      ({ id }) => id,
    )
    expect(asked).toEqual([0, 1, 2])
    expect(all).toHaveLength(250)
  })

  test('misses no record that was there all the time, whatever is added and deleted meanwhile', async () => {
    const change = fc.record({ isDeletion: fc.boolean(), at: fc.nat(400) })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 350 }), fc.array(change, { maxLength: 4 }), async (count, changes) => {
        const list = Array.from({ length: count }, (_, id) => ({ id: `old ${id}` }))
        const left = [...changes]
        const all = await readAll(
          async ({ pageNumber, pageSize }) => {
            const records = list.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)
            const page = { records, totalCount: list.length }
            const next = left.shift()
            if (next?.isDeletion) list.splice(next.at % Math.max(1, list.length), 1)
            else if (next) list.splice(next.at % (list.length + 1), 0, { id: `new ${left.length}` })
            return page
          },
          ({ id }) => id,
        )
        const found = new Set(all.map(({ id }) => id))
        expect(list.filter(({ id }) => id.startsWith('old') && !found.has(id))).toEqual([])
      }),
    )
  })
})
