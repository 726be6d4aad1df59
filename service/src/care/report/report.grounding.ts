/**
 * Filters a model's sentences: only those remain that are based on given facts and contain no other number, time or
 * name. All others are dropped, even if the model was manipulated. Pure.
 */
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import type { Fact, Facts } from './report.facts.ts'
import { cleanText, hasMarkup } from './report.plain.ts'
import { PLACEHOLDER } from './wording/report.placeholders.ts'

/** A sentence from the model, with the ids of its claimed evidence. */
export type Claim = { text: string; evidence: readonly string[] }
/** The plain text and the facts; it still contains placeholders. */
type Grounded = { text: string; ids: string[] }

const TEXT_MAX = 300
const TEXT_MIN = 4

/** The claim with its evidence, or null if it must be dropped. `facts` are those that the model received. */
export function ground(claim: Claim, facts: Pick<Facts, 'byId' | 'words'>, locale: Locale): Grounded | null {
  if (hasMarkup(claim.text)) return null
  const text = cleanText(claim.text)
  const ids = [...new Set(claim.evidence)].filter((id) => facts.byId.has(id))
  if (ids.length === 0 || text.length < TEXT_MIN || text.length > TEXT_MAX) return null
  const cited = ids.map((id) => facts.byId.get(id)!)
  const place = facts.byId.get('f-where')
  const given = [...cited, ...(place ? [place] : [])].map((fact) => statementOf(fact, facts)).join(' ')
  const isFine =
    isInLanguage(text, locale) &&
    numbersOf(text).every((number) => isGiven(number, numbersOf(given))) &&
    !spelledNumbers(text).some((number) => !isGiven(number, numbersOf(given))) &&
    placeholdersOf(text).every((name) => placeholdersOf(given).includes(name)) &&
    namesOf(text).every((name) => knows(given, name)) &&
    !BEYOND_CAMERAS.test(text)
  return isFine ? { text, ids } : null
}

function statementOf({ says, at }: Fact, { words }: Pick<Facts, 'words'>): string {
  return at === null ? says : `${says} ${words.clock(at)}`
}

function isInLanguage(text: string, locale: Locale): boolean {
  const japanese = /[\u3040-\u30ff\u3400-\u9fff]/u.test(text)
  const other =
    /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]/u
  return !other.test(text) && japanese === (LOCALES[locale].script === 'Japanese')
}

/** Numbers and times as they stand, width and zeros aside: `03:12:05`, `8.7`, `12`. */
function numbersOf(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(/\p{N}+(?:[:.,]\p{N}+)*/gu)].map(([number]) => plainNumber(number))
}

function plainNumber(number: string): string {
  if (number.includes(':'))
    return number
      .split(':')
      .map((part) => String(Number(part)))
      .join(':')
  const value = Number(number.replaceAll(',', ''))
  return Number.isFinite(value) ? String(value) : number
}

/** A time may be given without its seconds. */
function isGiven(number: string, given: readonly string[]): boolean {
  return given.some((one) => one === number || (number.includes(':') && one.startsWith(`${number}:`)))
}

const SPELLED = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, i) => [word, String(i)]),
)
const MORE_SPELLED =
  /\b(thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|several|half|quarter|twice|thrice)\b/i
const KANJI_NUMBER = /[〇一二三四五六七八九十百千万]+(?=人|名|回|度|分|秒|時|日|件|か所|箇所|歳|台|つ)/gu
/** Words that are too often part of a phrase to count as a number. */
const NO_COUNT = new Set(['one'])

function spelledNumbers(text: string): string[] {
  const found = [...text.toLowerCase().matchAll(/\b[a-z]+\b/g)]
    .map(([word]) => word)
    .filter((word) => SPELLED.has(word) && !NO_COUNT.has(word))
    .map((word) => SPELLED.get(word)!)
  return [
    ...found,
    ...(MORE_SPELLED.exec(text) ?? []).slice(1),
    ...[...text.matchAll(KANJI_NUMBER)].map(([word]) => word),
  ]
}

function placeholdersOf(text: string): string[] {
  return text.match(PLACEHOLDER) ?? []
}

/** Words that begin a sentence without being a name. */
const OPENINGS = new Set(
  'a according after afterwards again all an and another any as at at because before between both but by camera care check clip confirm during each earlier every first follow for from given go help if immediately in inspect it its keep kind later look make monitor more most motion movement nearby neither next no nobody none not nothing notify observe of on once only other over person place please record review same see severity since somebody someone staff stay strongest tell that the their then there these they this to until verify visit wait was watch were when while with within'.split(
    ' ',
  ),
)
const KATAKANA_KNOWN =
  /カメラ|アラート|スタッフ|ユニット|クリップ|ベッド|サイト|システム|アプリ|ハブ|データ|シーン|フレーム|タイミング|ケア|ナース|コール|チェック|ピーク/g

/** Possible names: capitals within a sentence, mixed characters, words in katakana. */
function namesOf(text: string): string[] {
  const words = text.replaceAll(PLACEHOLDER, ' ').replaceAll(KATAKANA_KNOWN, ' ')
  const latin = [...words.matchAll(/[\p{Script=Latin}\d][\p{Script=Latin}\d_\-'’@#./]*/gu)]
  const names = latin.flatMap(([whole], index) => {
    const word = whole.replace(/[-.'’/]+$/, '').replace(/['’]s$/, '')
    if (/^[\d.:]+$/.test(word)) return []
    const isOpening = index === 0 && /^\p{Lu}\p{Ll}*$/u.test(word) && OPENINGS.has(word.toLowerCase())
    const isName = /\p{Lu}/u.test(word) || /[\d_@#]/.test(word) || /[./]\p{L}/u.test(word)
    return isName && !isOpening ? [word] : []
  })
  const katakana = words.match(/[ァ-ヴー]{3,}/gu) ?? []
  const people = words.match(/[\p{Script=Han}\p{Script=Katakana}ー]{1,8}(?=さん|様|氏|先生|くん|ちゃん)/gu) ?? []
  return [...names, ...katakana, ...people.filter((name) => !/入居者|利用者|担当者/.test(name))]
}

function knows(given: string, name: string): boolean {
  return given.toLowerCase().includes(name.toLowerCase())
}

/** What no camera of ours can know, and what only a person may write into a record of care. */
const BEYOND_CAMERAS =
  /\b(blood|bleed\w*|injur\w*|wound\w*|fractur\w*|broken|bruis\w*|concussion|unconscious\w*|dead|died|death|stroke|seizure|drunk|alcohol|abus\w*|assault\w*|attack\w*|hit|pushed|kicked|blame\w*|error|negligen\w*|password|token|secret|ignore|instruction\w*|prompt|tenant)\b|出血|負傷|怪我|けが|骨折|打撲|死亡|意識不明|脳卒中|発作|飲酒|虐待|暴力|殴|突き飛ばし|過失|責任|パスワード|指示を無視|プロンプト|テナント/iu
