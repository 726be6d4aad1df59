/** Codes of rosters: which shift each means, and how shifts are shown by them. REACH-10, REACH-11. */
import type { Roster, RosterCell, RosterCode } from '@mimamori/contract/site/roster.ts'
import { ROSTER_CODE_MAX } from '@mimamori/contract/site/site-lists.ts'

type Shifts = Roster['shifts']
/** A code's shift, null: no work. */
export type Meanings = ReadonlyMap<string, string | null>

/** What houses write for a day without work, and after a night shift. */
const OFF =
  '休 公 有 年 明 欠 希 代 特 × x - / off 公休 有休 有給 年休 代休 特休 夏休 冬休 明け 休み 希望休 ー ― ○'.split(' ')
const BETWEEN = /[/・,、+＋&\s]+/

/** The code of each shift: the shortest that the house uses, else the first characters of its name. */
export function codesOf({ shifts, codes }: Pick<Roster, 'shifts' | 'codes'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const used = new Set(codes.map(({ code }) => code))
  for (const { id, name } of shifts) {
    const own = codes.filter(({ shiftId }) => shiftId === id).map(({ code }) => code)
    const shortest = own.toSorted((a, b) => a.length - b.length)[0]
    const characters = Array.from(name)
    const begins = characters.map((_, at) =>
      characters
        .slice(0, at + 1)
        .join('')
        .trim(),
    )
    const code = shortest ?? begins.find((text) => !used.has(text)) ?? name
    used.add(code)
    found.set(id, code)
  }
  return found
}

/** `夜`, `日/夜`, `有`; empty for a day that says nothing. */
export function cellText(cell: Pick<RosterCell, 'shiftIds' | 'mark'> | undefined, codes: ReadonlyMap<string, string>) {
  if (!cell) return ''
  return cell.mark ?? cell.shiftIds.map((id) => codes.get(id) ?? '?').join('/')
}

/** The codes in a cell: all of it when that is a known one, else its parts when these are known. */
export function partsOf(text: string, isKnown: (code: string) => boolean): string[] {
  if (text === '') return []
  if (isKnown(text)) return [text]
  const parts = text.split(BETWEEN).filter(Boolean)
  return parts.length > 0 && parts.every(isKnown) ? parts : [text]
}

/** A meaning that is so usual that nobody needs to be asked; undefined: somebody must say it. */
export function usualMeaning(code: string, shifts: Shifts): string | null | undefined {
  const text = code.toLowerCase()
  const begin = shifts.filter(({ name }) => name.normalize('NFKC').toLowerCase().startsWith(text))
  const same = begin.filter(({ name }) => name.normalize('NFKC').toLowerCase() === text)
  if (same.length === 1) return same[0]!.id
  if (OFF.includes(text)) return null
  return begin.length === 1 ? begin[0]!.id : undefined
}

/** The day that a cell of a file means. */
export function toCell(day: string, text: string, meanings: Meanings): RosterCell {
  const parts = partsOf(text, (code) => meanings.has(code))
  const shiftIds = [...new Set(parts.flatMap((code) => meanings.get(code) ?? []))]
  const mark = text === '' || shiftIds.length > 0 ? null : text.slice(0, ROSTER_CODE_MAX).trim()
  return { day, shiftIds, mark }
}

/** What the service keeps of them. */
export function toCodes(meanings: Meanings): RosterCode[] {
  return [...meanings].flatMap(([code, shiftId]) => (code.length <= ROSTER_CODE_MAX ? [{ code, shiftId }] : []))
}
