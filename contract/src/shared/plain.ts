/** How names and addresses are compared in sign-ins, searches, files and unique names. They are shown as typed. */

/** Kanji that people write for one another in names: the first of each group stands for the others. */
const KANJI =
  '高髙 崎﨑嵜 吉𠮷 辺邊邉 斉齊斎齋 浜濱濵 沢澤 島嶋嶌 桜櫻 広廣 国國 真眞 竜龍 徳德 恵惠 栄榮 富冨 館舘 槙槇 瀬瀨 滝瀧 淵渕 万萬 礼禮 豊豐 静靜 蔵藏 円圓 寛寬 増增 黒黑 鴎鷗 薮藪 園薗 曽曾 亀龜 関關 塩鹽 学學 実實 寿壽 弥彌 条條 桧檜 桑桒 柳栁 梅楳 峰峯 野埜 瑶瑤 遥遙 尭堯 凛凜 巌巖 穂穗 経經 総總 緑綠 聡聰 楽樂 剣劍 涼凉 温溫 清淸 戸戶 青靑 内內 彦彥 郎郞 教敎 渋澁 鉄鐵'
/** Small kana like large ones: forms in half-width kana have no small ones. Dashes, and the stop that a Japanese keyboard types. */
const KANA_AND_MARKS =
  'あぁァア いぃィイ うぅゥウ えぇェエ おぉォオ かゕヵカ けゖヶケ つっッツ やゃャヤ ゆゅュユ よょョヨ わゎヮワ ゝヽ ゞヾ σς -‐‒–—―−ー ~〜 .。 ,、'
const TO_HIRAGANA = 0x60

const FOLDED = new Map<string, string>([
  // ァ to ヶ
  ...Array.from({ length: 0x56 }, (_, at) => 0x30a1 + at).map(
    (code) => [String.fromCodePoint(code), String.fromCodePoint(code - TO_HIRAGANA)] as const,
  ),
  ...`${KANJI} ${KANA_AND_MARKS}`.split(' ').flatMap((group) => {
    const [first, ...others] = group
    return others.map((other) => [other, first!] as const)
  }),
])

/** A class of code points out of hexadecimal ranges. */
const classOf = (ranges: string) =>
  `[${ranges
    .split(' ')
    .map((range) => range.replaceAll(/[0-9a-f]+/g, '\\u{$&}'))
    .join('')}]`

/** Characters without a form of their own, and variation selectors, which choose between forms of one character. */
const INVISIBLE = new RegExp(
  classOf(
    '0-8 e-1f 7f-84 86-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 2800 fe00-fe0f feff fff9-fffb e0000-e0fff',
  ),
  'gu',
)
const BLANKS = new RegExp(`${classOf('9-d 20 85 1680 2028 2029')}+`, 'gu')
/** Blanks between Japanese characters divide nothing: `鈴木 一郎` and `鈴木一郎`. */
const BLANK_BESIDE_JAPANESE = new RegExp(` ?(${classOf('3005-3007 3040-30ff 3400-9fff 20000-3ffff')}) ?`, 'gu')

/**
 * The form in which two spellings of a name or address are the same: compatibility forms (NFKC), case, kana, width, variants
 * of kanji, blanks and invisible characters make no difference. The SQL function `plain` returns the same text.
 */
export function plain(text: string): string {
  // Lower case can make marks whose order the form defines: `İ` becomes `i` and a dot.
  const lower = text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(INVISIBLE, '')
  return Array.from(lower, (character) => FOLDED.get(character) ?? character)
    .join('')
    .replaceAll(BLANKS, ' ')
    .replaceAll(BLANK_BESIDE_JAPANESE, '$1')
    .normalize('NFKC')
    .trim()
}

/** The form in which a search compares: as `plain`, and blanks make no difference. The SQL function `sought` returns the same. */
export function sought(text: string): string {
  return plain(text).replaceAll(' ', '')
}

/** Whether a search for `typed` finds the text. */
export function isFound(text: string, typed: string): boolean {
  return sought(text).includes(sought(typed))
}

/** What the keys of dash and dot type beside a Latin character or digit while the keyboard is Japanese. */
const TYPED_DASH = /(?<=[0-9A-Za-z])[‐‒–—―−ー]|[‐‒–—―−ー](?=[0-9A-Za-z])/g
const TYPED_DOT = /(?<=[0-9A-Za-z])。/g

/** For addresses, numbers and codes, which have one right spelling: as if typed with the keyboard in half width. */
export function halfWidth(text: string): string {
  return text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(TYPED_DASH, '-').replaceAll(TYPED_DOT, '.')
}

/** Line breaks, tabs, marks of direction, and characters without a form; joiners only where scripts and emoji need them. */
const UNSEEN = new RegExp(
  `${classOf('0-1f 7f-9f ad 34f 61c 115f-1160 17b4-17b5 180e 200b 200e-200f 2028-202e 2060-206f 2800 3164 d800-dfff feff ffa0 fff9-fffb e0000-e007f')}|(?<![\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Script=Arabic}])[\\u200c\\u200d]`,
  'u',
)

/** Whether a name is one line that can be seen, in one direction. An empty one is: other checks refuse it. */
export function isVisible(name: string): boolean {
  return !UNSEEN.test(name) && (name.trim() === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(name))
}
