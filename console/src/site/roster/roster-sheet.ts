/**
 * A roster in a spreadsheet: where its month, days, names and codes stand. For the sheets of houses and for the
 * ministry's 勤務形態一覧表: titles above, days across, a row of weekdays, sums on the right and below. REACH-11.
 */
import { DAYS } from '@mimamori/contract/camera/week.ts'
import { plain } from '@mimamori/contract/shared/plain.ts'

export type SheetRow = {
  /** Its number in the file. */
  number: number
  name: string
  /** One text for each of the sheet's days. */
  cells: string[]
}
export type RosterSheet = {
  /** Months that the sheet names, the likeliest first. */
  months: string[]
  /** Days of the month, in the order of their columns. */
  days: number[]
  /** The weekday that the sheet gives its first day, 0 is Sunday; null: none. */
  weekday: number | null
  rows: SheetRow[]
}

type Rows = readonly (readonly string[])[]
type DayColumn = { column: number; day: number; month: string | null }
type Head = { row: number; columns: DayColumn[] }

/** The head of a table stands among these rows. */
const HEAD_ROWS_MAX = 40
/** Fewer days in a row are not a roster. */
const DAYS_LEAST = 3
/** The first year of Reiwa, less one. */
const REIWA = 2018
const WEEKDAYS = '日月火水木金土'
const SUM = /^(合計|総計|小計|計|人数|total|sum)|(人数|者数|合計)$/i
const NAME_HEADING = /氏名|名前|職員|name|staff/i

const half = (text: string): string => text.normalize('NFKC').trim()

/** What is known of the site: whether a name is one of its people, and the month that the reader looks at. */
export type Known = { isPerson: (name: string) => boolean; month: string }

/** The roster of the sheet that has most days; null: none of them is one. */
export function rosterIn(sheets: readonly Rows[], known: Known): RosterSheet | null {
  const heads = sheets.flatMap((rows) => {
    const head = headOf(rows)
    return head ? [{ rows, head }] : []
  })
  const best = heads.toSorted((a, b) => b.head.columns.length - a.head.columns.length)[0]
  return best ? toRoster(best.rows, best.head, known) : null
}

function toRoster(rows: Rows, head: Head, known: Known): RosterSheet {
  const nameColumn = nameColumnOf(rows, head, known)
  const below = rows.slice(head.row + 1).map((cells, at): SheetRow => {
    const text = (column: number) => (cells[column] ?? '').trim()
    const own = head.columns.map(({ column }) => half(text(column)))
    return { number: head.row + at + 2, name: text(nameColumn), cells: own }
  })
  return {
    months: monthsOf(rows, head, known.month),
    days: head.columns.map(({ day }) => day),
    weekday: weekdayOf(rows, head),
    rows: below.filter(({ name, cells }) => name !== '' && (known.isPerson(name) || isLine(name, cells))),
  }
}

/** Neither a sum nor a line of text without days. */
function isLine(name: string, cells: readonly string[]): boolean {
  return cells.some((cell) => cell !== '') && !SUM.test(half(name)) && !cells.every((cell) => weekdayIn(cell) !== null)
}

/** The row with the longest run of days, one after the other. */
function headOf(rows: Rows): Head | null {
  const heads = rows.slice(0, HEAD_ROWS_MAX).map((cells, row) => ({ row, columns: longestRun(cells) }))
  const best = heads.toSorted((a, b) => b.columns.length - a.columns.length || a.row - b.row)[0]
  return best && best.columns.length >= DAYS_LEAST ? best : null
}

/** Blank cells between two days belong to merged ones. */
function longestRun(cells: readonly string[]): DayColumn[] {
  let best: DayColumn[] = []
  let run: DayColumn[] = []
  for (const [column, cell] of cells.entries()) {
    if (cell.trim() === '') continue
    const found = dayOf(cell)
    const follows = found && run.at(-1)?.day === found.day - 1
    run = found ? [...(follows ? run : []), { column, ...found }] : []
    if (run.length > best.length) best = run
  }
  return best
}

/** `1`, `１日`, `1(日)`, `1 Mon`, `11/1`, `2026-11-01`. */
function dayOf(cell: string): Omit<DayColumn, 'column'> | null {
  const text = half(cell).toLowerCase()
  const [, year, of, date] = /^(20\d\d)[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? []
  const month = year ? toMonth(Number(year), Number(of)) : null
  const plainDay = /^(?:\d{1,2}[月/])?(\d{1,2})日?\s*[([]?(?:[日月火水木金土](?:曜日?)?|[a-z]{3})?[)\]]?$/.exec(
    text,
  )?.[1]
  const day = Number(date ?? plainDay)
  return day >= 1 && day <= 31 ? { day, month } : null
}

function weekdayOf(rows: Rows, { row, columns: [first] }: Head): number | null {
  const near = [row, row + 1, row - 1, row + 2].map((at) => rows[at]?.[first!.column] ?? '')
  return near.map((cell) => weekdayIn(half(cell).replace(/^\d+日?\s*/, ''))).find((found) => found !== null) ?? null
}

/** A cell that is a weekday and nothing else. */
function weekdayIn(cell: string): number | null {
  const text = half(cell)
    .toLowerCase()
    .replaceAll(/[()[\]]|曜日?$/g, '')
  if (text.length === 1) return WEEKDAYS.includes(text) ? WEEKDAYS.indexOf(text) : null
  const english = (DAYS as readonly string[]).indexOf(text.slice(0, 3))
  return english >= 0 ? (english + 1) % DAYS.length : null
}

/** The column of the names: the one that has most people of the site, else the one that is called so, else the first with text. */
function nameColumnOf(rows: Rows, head: Head, { isPerson }: Known): number {
  const first = head.columns[0]!.column
  const columns = Array.from({ length: first }, (_, column) => column)
  const below = rows.slice(head.row + 1)
  const count = (column: number, isOne: (cell: string) => boolean) =>
    below.filter((cells) => isOne((cells[column] ?? '').trim())).length
  const counted = columns.map((column) => ({ column, count: count(column, (cell) => cell !== '' && isPerson(cell)) }))
  const best = counted.toSorted((a, b) => b.count - a.count)[0]
  if (best && best.count > 0) return best.column
  const above = rows.slice(Math.max(0, head.row - 2), head.row + 2)
  const named = columns.find((column) => above.some((cells) => NAME_HEADING.test(half(cells[column] ?? ''))))
  return named ?? columns.find((column) => count(column, (cell) => /\p{L}{2}/u.test(cell)) > 0) ?? 0
}

/**
 * From its days if they are dates, else from the titles above them. A month without a year is the one next to `near`; a date
 * with its day is the last resort, because it may be that of the print.
 */
function monthsOf(rows: Rows, { row, columns }: Head, near: string): string[] {
  const dated = columns.flatMap(({ month }) => month ?? [])
  const titles = rows.slice(0, row + 1).map((cells) => half(cells.join('')).replaceAll(/\s/g, ''))
  const found = titles.flatMap((title) => [...title.matchAll(MONTH)])
  const named = (isDate: boolean) =>
    found.flatMap(([, era, year, month, day]) => {
      const inEra = era === '元' ? 1 : Number(era)
      return (day !== undefined) === isDate ? (toMonth(era ? REIWA + inEra : Number(year), Number(month)) ?? []) : []
    })
  const alone = titles.flatMap((title) =>
    [...title.matchAll(/(?:^|[^\d年])(\d{1,2})月(?!\d)/g)].flatMap(([, month]) => nearest(Number(month), near) ?? []),
  )
  return [...new Set([...dated, ...named(false), ...alone, ...named(true)])]
}

/** `令和8年11月`, `R8.11`, `令和8(2026)年11月`, `2026年11月`, `2026/11`; perhaps with a day. */
const MONTH = /(?:(?:令和|R\.?)(元|\d{1,2})(?:\(\d+\))?|(20\d\d)\)?)[年./-](\d{1,2})(?!\d)(?:[月./-](\d{1,2}))?/giu

function nearest(month: number, near: string): string | null {
  const [year, of] = near.split('-').map(Number) as [number, number]
  const distance = (one: number) => Math.abs((one - year) * 12 + month - of)
  return toMonth([year - 1, year, year + 1].toSorted((a, b) => distance(a) - distance(b))[0]!, month)
}

function toMonth(year: number, month: number): string | null {
  return month >= 1 && month <= 12 && year > 2000 && year < 2100 ? `${year}-${String(month).padStart(2, '0')}` : null
}

/** Titles beside a name, such as 主任, are in brackets. */
const bare = (name: string): string => half(name).replaceAll(/\([^)]*\)|[*※]|(様|さん)$/g, '')
const keyOf = (name: string): string => plain(bare(name)).split(' ').toSorted().join('')

/** The only person with this name, or with this family name; null: nobody, or several. */
export function personNamed<P extends { name: string }>(name: string, people: readonly P[]): P | null {
  const same = people.filter((person) => keyOf(person.name) === keyOf(name))
  if (same.length > 0) return same.length === 1 ? same[0]! : null
  const family = plain(bare(name))
  const named = people.filter((person) => person.name.split(/\s+/).some((word) => plain(word) === family))
  return named.length === 1 ? named[0]! : null
}
