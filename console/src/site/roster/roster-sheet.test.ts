// Rosters in spreadsheets: generated layouts are read back as they were meant, and what is unclear is named. REACH-11.
import type { Roster, RosterLine } from '@mimamori/contract/site/roster.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { parseRows, readSheets } from '#lib/list/csv-file.ts'
import { daysOfMonth, weekdayIndex } from '#lib/time/calendar-day.ts'
import { cellText, codesOf, usualMeaning } from './roster-codes.ts'
import { type Choices, type Plan, planOf } from './roster-plan.ts'
import { inverse } from './roster-queries.ts'
import { personNamed, rosterIn } from './roster-sheet.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [EARLY, LATE, NIGHT] = [idOf(101), idOf(102), idOf(103)]
const NAMES = [
  '佐藤 花子',
  '佐藤 太郎',
  '髙橋 一郎',
  '長谷川・エリザベート・ヴィクトリア 美智子',
  'Mei Tanaka',
  '鈴木 次郎',
]
const lineOf = (name: string, at: number): RosterLine => ({
  ...{ userId: idOf(at + 1), name, unitNames: [], standing: [], isDisabled: false, awayUntil: null },
  ...{ mayChange: true, version: 0, editedBy: null, editedAt: null, days: [] },
})
const rosterOf = (month: string, lines = NAMES.map(lineOf)): Roster => ({
  ...{ month, today: `${month}-01`, hasRoster: false, lines },
  shifts: [
    { id: EARLY, name: '早番', startMinute: 420, endMinute: 960 },
    { id: LATE, name: '遅番', startMinute: 660, endMinute: 1200 },
    { id: NIGHT, name: '夜勤', startMinute: 1020, endMinute: 570 },
  ],
  codes: [
    { code: '早', shiftId: EARLY },
    { code: 'B', shiftId: LATE },
    { code: '夜', shiftId: NIGHT },
  ],
})
const NOTHING: Choices = { people: new Map(), codes: new Map(), isMonthSure: false }
const isPerson = (name: string) => personNamed(name, rosterOf('2026-11').lines) !== null
const read = (rows: string[][], near = '2026-11') => rosterIn([rows], { isPerson, month: near })
function plan(rows: string[][], month = '2026-11', choices: Partial<Choices> = {}, roster = rosterOf(month)): Plan {
  return planOf(read(rows)!, roster, { ...NOTHING, ...choices })
}

const wide = (text: string) => text.replaceAll(/[0-9A-Z]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))
const WEEKDAYS = [...'日月火水木金土']
const CODES = ['早', 'B', '夜', '明', '休', '有', '早/夜', '']

const layout = fc.record({
  month: fc.constantFrom('2026-02', '2026-11', '2026-12', '2028-02'),
  people: fc.subarray(NAMES, { minLength: 1 }),
  titles: fc.array(fc.constantFrom('勤務形態一覧表', 'ユニット「さくら」', '', '事業所番号 1370000000'), {
    maxLength: 4,
  }),
  monthText: fc.constantFrom<(year: number, month: number) => string>(
    (year, month) => `令和${year - 2018}年${month}月分`,
    (year, month) => `令和${year - 2018}(${year})年${month}月`,
    (year, month) => wide(`R${year - 2018}.${month}`),
    (year, month) => `${year}年 ${month}月 勤務表`,
    (year, month) => `${year}/${String(month).padStart(2, '0')}`,
  ),
  dayText: fc.constantFrom<(day: number, weekday: string) => string>(
    (day) => String(day),
    (day) => wide(String(day)),
    (day) => `${day}日`,
    (day, weekday) => `${day}(${weekday})`,
  ),
  lead: fc.nat(3),
  /** Blank columns after each day, as merged cells leave them. */
  gap: fc.nat(1),
  hasWeekdays: fc.boolean(),
  hasHours: fc.boolean(),
  isPrinted: fc.boolean(),
  hasSums: fc.boolean(),
  codes: fc.array(fc.constantFrom(...CODES), { minLength: 31 * 6, maxLength: 31 * 6 }),
})
type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never

function sheetOf(by: Layout): { rows: string[][]; meant: string[][] } {
  const [year, month] = by.month.split('-').map(Number) as [number, number]
  const days = daysOfMonth(by.month)
  const lead = Array.from({ length: by.lead }, (_, at) => (at === 0 ? 'No' : '介護職員'))
  const spread = (cells: string[]) => cells.flatMap((cell) => [cell, ...Array.from({ length: by.gap }, () => '')])
  const line = (name: string, cells: string[], sums: string[] = []) => [...lead, name, ...spread(cells), ...sums]
  const weekdays = days.map((day) => WEEKDAYS[weekdayIndex(day)]!)
  const sums = by.hasSums ? ['20', '160.0'] : []
  const meant = by.people.map((_, at) => days.map((__, day) => by.codes[at * 31 + day]!))
  const rows = [
    ...by.titles.map((title) => [title]),
    ['', by.monthText(year, month), by.isPrinted ? `${year}年${month}月9日 作成` : ''],
    line(
      '氏名',
      days.map((_, at) => by.dayText(at + 1, weekdays[at]!)),
      by.hasSums ? ['合計', '時間'] : [],
    ),
    ...(by.hasWeekdays ? [line('', weekdays)] : []),
    ...by.people.flatMap((name, at) => [
      line(name, meant[at]!, sums),
      ...(by.hasHours
        ? [
            line(
              '',
              meant[at]!.map((code) => (code === '早' ? '8' : '')),
            ),
          ]
        : []),
    ]),
    ...(by.hasSums
      ? [
          line(
            '日勤者数',
            days.map(() => '3'),
          ),
          line(
            '合計',
            days.map(() => '4'),
          ),
        ]
      : []),
    [],
    [...lead, '凡例 早:早番 B:遅番'],
  ]
  return { rows, meant }
}

test('REACH-11 generated sheets are read as they were meant, and a second reading changes nothing', () => {
  fc.assert(
    fc.property(layout, (by) => {
      const { rows, meant } = sheetOf(by)
      const sheet = read(rows)!
      expect([sheet.months[0], sheet.days.length]).toEqual([by.month, daysOfMonth(by.month).length])
      expect(sheet.rows.map(({ name }) => name)).toEqual(by.people)
      const roster = rosterOf(by.month)
      const first = planOf(sheet, roster, NOTHING)
      expect(first).toMatchObject({ problemCount: 0, outside: [], isOtherMonth: false })
      const codes = codesOf(roster)
      const lines = roster.lines.map((line) => {
        const days = first.changes.find(({ userId }) => userId === line.userId)?.days
        return days ? { ...line, version: 1, days } : line
      })
      for (const [at, name] of by.people.entries()) {
        const line = lines.find((one) => one.name === name)!
        const texts = daysOfMonth(by.month).map((day) =>
          cellText(
            line.days.find((one) => one.day === day),
            codes,
          ),
        )
        expect(texts).toEqual(meant[at])
      }
      expect(planOf(sheet, { ...roster, lines }, NOTHING).changes).toEqual([])
    }),
    { numRuns: 60 },
  )
})

const days = Array.from({ length: 30 }, (_, at) => String(at + 1))
const november = (...people: [string, ...string[]][]) => [['2026年11月'], ['氏名', ...days], ...people]

describe('REACH-11 what is not understood is named', () => {
  test('REACH-11 an unknown name, two people of one family name, and the same person twice', () => {
    const rows = november(['山田 三郎', '早'], ['佐藤', '早'], ['鈴木', '早'], ['鈴木 次郎 (主任)', 'B'])
    const open = plan(rows)
    expect(open.rows.map(({ name, problem }) => [name, problem])).toEqual([
      ['山田 三郎', 'unknown'],
      ['佐藤', 'unknown'],
      ['鈴木', null],
      ['鈴木 次郎 (主任)', 'twice'],
    ])
    const people = new Map([
      [3, 'out' as const],
      [4, idOf(1)],
      [6, 'out' as const],
    ])
    const solved = plan(rows, '2026-11', { people })
    expect([solved.problemCount, solved.changes.map(({ userId }) => userId)]).toEqual([0, [idOf(1), idOf(6)]])
  })

  test('REACH-11 an unknown code is asked once, and remembered with its meaning', () => {
    const rows = november(['鈴木 次郎', 'X', 'X', '研修のため外出します'])
    expect(plan(rows).codes).toEqual([
      { code: 'X', count: 2, shiftId: null },
      { code: '研修のため外出します', count: 1, shiftId: undefined },
    ])
    const codes = new Map([
      ['X', LATE],
      ['研修のため外出します', null],
    ])
    const solved = plan(rows, '2026-11', { codes })
    expect(solved.changes[0]!.days).toEqual([
      { day: '2026-11-01', shiftIds: [LATE], mark: null },
      { day: '2026-11-02', shiftIds: [LATE], mark: null },
      { day: '2026-11-03', shiftIds: [], mark: '研修のため外出し' },
    ])
    expect(solved.learned).toEqual([{ code: 'X', shiftId: LATE }])
  })

  test('REACH-11 31 days in a month of 30, and weekdays of another month', () => {
    const rows = [['勤務表'], ['氏名', ...days, '31'], ['', ...[...'月火水木金土日'.repeat(5)].slice(0, 31)]]
    rows.push(['鈴木 次郎', ...days.map(() => '早'), '夜'])
    expect(plan(rows)).toMatchObject({ outside: [31], isOtherMonth: true, problemCount: 1 })
    expect(plan(rows, '2026-11', { isMonthSure: true })).toMatchObject({ problemCount: 0 })
    expect(plan(rows, '2026-06')).toMatchObject({ outside: [31], isOtherMonth: false })
  })

  test('REACH-11 a title with a month alone means the next one of that name', () => {
    expect(read([['1月分'], ['氏名', '1', '2', '3'], ['鈴木', '早']], '2026-12')!.months).toEqual(['2027-01'])
    expect(read([['12月'], ['氏名', '1', '2', '3'], ['鈴木', '早']], '2027-01')!.months).toEqual(['2026-12'])
  })

  test('REACH-11 a sheet without days is refused', () => {
    expect(
      read([
        ['氏名', '部屋'],
        ['鈴木', '203'],
      ]),
    ).toBeNull()
    expect(read([])).toBeNull()
  })

  test('REACH-11 people who stand in the roster and not in the sheet stay', () => {
    const lines = NAMES.map((name, at) => ({ ...lineOf(name, at), version: at === 0 ? 3 : 0 }))
    const found = plan(november(['鈴木 次郎', '早']), '2026-11', {}, rosterOf('2026-11', lines))
    expect(found.missing.map(({ name }) => name)).toEqual(['佐藤 花子'])
  })
})

/** The same sheet as Japanese Windows writes it. */
const CP932 =
  'MjAyNpROMTGMjg0KjoGWvCwxLDIsMyw0LDUsNiw3LDgsOSwxMCwxMSwxMiwxMywxNCwxNSwxNiwxNywxOCwxOSwyMCwyMSwyMiwyMywyNCwyNSwyNiwyNywyOCwyOSwzMA0K7uCLtCCI6phZLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpLJGBLJbpDQo='

describe('REACH-11 files', () => {
  const rows = november(['髙橋一郎', ...days.map((_, at) => (at % 2 ? '夜' : '早'))])
  const csv = rows.map((cells) => cells.join(',')).join('\r\n')
  const dayCount = async (bytes: Uint8Array, name: string) => {
    const found = await readSheets(new File([new Uint8Array(bytes)], name), 100_000)
    return 'sheets' in found ? plan(found.sheets[found.sheets.length - 1]!).differences[0]?.days.length : found.key
  }

  test('REACH-11 CSV in UTF-8 and Shift_JIS, pasted cells and the sheet of a workbook say the same', async () => {
    expect(await dayCount(new TextEncoder().encode(csv), 'a.csv')).toBe(30)
    expect(
      await dayCount(
        Uint8Array.from(atob(CP932), (one) => one.codePointAt(0)!),
        'a.csv',
      ),
    ).toBe(30)
    const pasted = parseRows(rows.map((cells) => cells.join('\t')).join('\n'))
    expect([pasted.errors, plan(pasted.rows).differences[0]!.days.length]).toEqual([[], 30])
    const cells = rows.map((line) => line.map((value) => ({ value, type: String })))
    const book = await writeExcelFile(cells, {}).toBuffer()
    expect(await dayCount(book, 'a.xlsx')).toBe(30)
    expect(await dayCount(new Uint8Array([0x50, 0x4b, 1, 2]), 'a.xlsx')).toBe('unreadable')
  })
})

test('REACH-10 an undo writes back what stood, and takes out a line that was new', () => {
  const stood = { day: '2026-11-01', shiftIds: [NIGHT], mark: null }
  const lines = NAMES.map((name, at) => ({
    ...lineOf(name, at),
    version: at === 0 ? 3 : 0,
    days: at === 0 ? [stood] : [],
  }))
  const day = (date: string) => ({ day: `2026-11-${date}`, shiftIds: [], mark: '有' })
  const changes = [
    { userId: idOf(1), version: 3, days: [day('01'), day('02')] },
    { userId: idOf(2), version: 0, days: [day('01')] },
  ]
  const saved = changes.map(({ userId, version }) => ({ userId, version: version + 1 }))
  expect(inverse({ lines }, changes, saved)).toEqual([
    { userId: idOf(1), version: 4, days: [stood, { day: '2026-11-02', shiftIds: [], mark: null }] },
    { userId: idOf(2), version: 1, days: null },
  ])
})

test('REACH-11 codes of usual words need no question', () => {
  const { shifts } = rosterOf('2026-11')
  const asked = ['夜勤', '遅', '公休', '明', '夜', 'Q'].map((code) => usualMeaning(code, shifts))
  expect(asked).toEqual([NIGHT, LATE, null, null, NIGHT, undefined])
})
