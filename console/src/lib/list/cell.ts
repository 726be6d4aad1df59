/** What people write into a cell for a day, and for yes or no. */
import { plain, sought } from '@mimamori/contract/shared/plain.ts'

const words = (list: string) => new Set(list.split(' ').map(sought))
const YES = words(
  'yes y true t 1 on ok はい 有 有り あり オン 有効 可 済 同意 同意する 同意します 同意あり ○ 〇 ◯ ⭕ ● ◎ ✓ ✔ ☑ ✅ レ',
)
const NO = words(
  'no n false f 0 off いいえ 無 無し なし オフ 無効 不可 不同意 同意しない 同意しません 同意なし × ✕ ✖ ❌ ☒ ✗ ✘ ╳',
)

/** Undefined for anything else. */
export function answerOf(text: string): boolean | undefined {
  const word = sought(text.replaceAll('\ufe0f', ''))
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}

/** The year before the first one of each era, by its names as `plain` has them. */
const ERAS: Record<string, number> = {
  令和: 2018,
  令: 2018,
  r: 2018,
  平成: 1988,
  平: 1988,
  h: 1988,
  昭和: 1925,
  昭: 1925,
  s: 1925,
  大正: 1911,
  大: 1911,
  t: 1911,
  明治: 1867,
  明: 1867,
  m: 1867,
}
const DIGITS = '〇一二三四五六七八九'
const DAY = /^(?:(令和?|平成?|昭和?|大正?|明治?|[rhstm])\.?)?(元|\d{1,4})[年./-](\d{1,2})[月./-](\d{1,2})日?$/
/** What may follow or stand in brackets: a weekday, or the midnight that spreadsheets add. */
const NO_DAY = /\([^)]*\)|[日月火水木金土]曜日?|t?\d{1,2}:\d{2}(:\d{2})?(\.\d+)?z?$/g

/** `2026-11-01` of a day with a year first, or by a Japanese era; other text as it is, for the contract to refuse. */
export function dayOf(text: string): string {
  const bare = kanjiToDigits(plain(text).replaceAll(NO_DAY, '').replaceAll(' ', ''))
  const [, era, yearText = '', month = '', day = ''] =
    DAY.exec(bare.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) ?? []
  const year = yearText === '元' ? 1 : Number(yearText)
  const isComplete = era ? year > 0 && year < 100 : yearText.length === 4
  if (!isComplete) return text.trim()
  return [year + (era ? ERAS[era]! : 0), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** `十一月二十日` as `11月20日`, `二〇二六` as `2026`. */
function kanjiToDigits(text: string): string {
  return text
    .replaceAll(/([一二三四五六七八九]?)十([一二三四五六七八九]?)/g, (_, tens: string, ones: string) =>
      String((tens ? DIGITS.indexOf(tens) : 1) * 10 + (ones ? DIGITS.indexOf(ones) : 0)),
    )
    .replaceAll(/[〇一二三四五六七八九]/g, (digit) => String(DIGITS.indexOf(digit)))
}
