/** Other spellings of a text: as another keyboard, another system or a copied document writes it. */
import fc from 'fast-check'

const HALF = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｰﾞﾟ'
const HALF_OF = new Map([...HALF].map((half) => [half.normalize('NFKC'), half]))
const shifted = (text: string, from: RegExp, by: number) =>
  text.replaceAll(from, (character) => String.fromCodePoint(character.codePointAt(0)! + by))

const CHANGES: readonly ((text: string) => string)[] = [
  (text) => text.normalize('NFD'),
  (text) => shifted(text, /[!-~]/g, 0xfee0),
  (text) => shifted(text, /[ァ-ヶ]/g, -0x60),
  (text) => shifted(text, /[ぁ-ゖ]/g, 0x60),
  (text) => Array.from(text.normalize('NFD'), (one) => HALF_OF.get(one) ?? one).join(''),
  (text) => text.replaceAll(' ', '\u3000'),
  (text) => text.replaceAll('高', '髙').replaceAll('吉', '𠮷').replaceAll('崎', '﨑'),
  (text) => text.toUpperCase(),
]
const apply = (changes: typeof CHANGES) => (text: string) => changes.reduce((now, change) => change(now), text)

/** One or more changes, one after the other. */
export const spelling = fc.subarray([...CHANGES], { minLength: 1 }).map(apply)
/** Also with characters that nobody sees. */
export const copied = fc.tuple(spelling, fc.constantFrom('', '\u200b', '\u00ad', '\u2060')).map(
  ([change, unseen]) =>
    (text: string) =>
      [...change(text)].join(unseen),
)
