/**
 * The words of the demo in Japanese. The demo is written in English, or in both languages, Japanese first; a Japanese demo
 * replaces its words where rows are written, so that ids, which are made of the English ones, stay the same.
 */

import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import type { Sql } from '#platform/postgres/sql.ts'
import type { Person } from './demo-parts.ts'
import { PEOPLE } from './demo-plan.ts'

const WORDS: Readonly<Record<string, string>> = {
  'Sakura Care': 'さくらケア',
  'Kaede Life': 'かえでライフ',
  'Sakura no Sato': '特別養護老人ホーム さくらの里',
  'Ume no Ie': 'グループホーム うめの家',
  'Fuji no Oka': '介護付有料老人ホーム ふじの丘',
  'Kaede-en': '介護老人保健施設 かえで苑',
  'Sakura 2F': 'さくら2階',
  'Ume 2F': 'うめ2階',
  'Ume 1F': 'うめ1階',
  'Fuji East': 'ふじ東棟',
  'Fuji West': 'ふじ西棟',
  'Kaede 1F': 'かえで1階',
  'Hallway 2F': '2階廊下',
  'Dining room': '食堂',
  'Watches the bed and the way to the door.': 'ベッドから出入口までを見守ります。',
  'Watches the corridor.': '廊下を見守ります。',
  'Watches the dining room.': '食堂を見守ります。',
}

/** Given and family names of the people of the plan. */
const GIVEN: Readonly<Record<string, string>> = {
  ...{ Akira: '明', Kenji: '健二', Naoko: '直子', Yuki: '由紀', Emi: '恵美', Demo: '体験', Ryo: '亮', Misaki: '美咲' },
  ...{ Daisuke: '大輔', Haruka: '遥', Takumi: '拓海', Aya: '綾', Kenta: '健太', Mayumi: '真由美', Shiori: '詩織' },
  ...{ Koji: '浩司', Rina: '里奈', Shota: '翔太', Hiroshi: '博', Nana: '奈々', Keiko: '恵子', Makoto: '誠' },
  ...{ Sakurako: '桜子', '2F': '2階', Station: 'ステーション' },
}
const FAMILY: Readonly<Record<string, string>> = {
  ...{ Mori: '森', Yamamoto: '山本', Tanaka: '田中', Sato: '佐藤', Kobayashi: '小林', Visitor: 'お試し', Ito: '伊藤' },
  ...{ Hayashi: '林', Watanabe: '渡辺', Nakamura: '中村', Kato: '加藤', Yoshida: '吉田', Takahashi: '高橋' },
  ...{ Sasaki: '佐々木', Matsumoto: '松本', Inoue: '井上', Kimura: '木村', Shimizu: '清水', Ogawa: '小川' },
  ...{ Fujita: '藤田', Saito: '斎藤', Abe: '阿部', Endo: '遠藤', Hara: '原', '2F': '2階' },
}

const full = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`
const NAMES = new Map(
  PEOPLE.filter(({ firstName }) => firstName in GIVEN).map((person) => [
    full(person),
    `${FAMILY[person.lastName]} ${GIVEN[person.firstName]}`,
  ]),
)
/** Names of rooms and hubs. */
const PATTERNS: readonly (readonly [RegExp, (words: RegExpExecArray) => string])[] = [
  [/^Room (\d+)$/, ([, room]) => `${room}号室`],
  [/^Hub (.+)$/, ([, unit]) => `ハブ ${WORDS[unit!] ?? unit}`],
  // Japanese first, then the same in English.
  [/^([^A-Za-z]*[\u3040-\u9fff][^A-Za-z]*?) [A-Z].*$/, ([, japanese]) => japanese!],
]

/** The text in Japanese; what needs no translation comes back as it is. */
export function inJapanese(text: string): string {
  const known = WORDS[text] ?? NAMES.get(text)
  if (known !== undefined) return known
  for (const [pattern, say] of PATTERNS) {
    const words = pattern.exec(text)
    if (words) return say(words)
  }
  return text
}

/** The database, in which what is written has its words in that language. */
export function speaking(db: PlatformDb, language: Locale): PlatformDb {
  if (LOCALES[language].script !== 'Japanese') return db
  const said = (statement: Sql) => Object.assign(Object.create(statement), { values: statement.values.map(translated) })
  return { ...db, run: (statement) => db.run(said(statement)) }
}

/** A parameter: a word, or rows as one JSON text. */
function translated(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.startsWith('[{') ? JSON.stringify(JSON.parse(value), translatedField) : inJapanese(value)
}

function translatedField(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (key === 'firstName') return GIVEN[value] ?? value
  return key === 'lastName' ? (FAMILY[value] ?? value) : inJapanese(value)
}
