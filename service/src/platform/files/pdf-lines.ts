/** Line breaks of Latin and Japanese text: nothing is cut off, and no line begins or ends with a forbidden mark. */

const CJK = '\\u2e80-\\uffef\\u{20000}-\\u{3ffff}'
const OPENING = '(\\[{（［｛「『【〔〈《“‘'
const CLOSING = '\u00a0·)\\]}）］｝」』】〕〉》”’、。，．・：；？！ー々〜…ぁぃぅぇぉっゃゅょァィゥェォッャュョ'
/** A Latin word or one Japanese character, with its adjoining marks and trailing space. */
const PART = new RegExp(`[${OPENING}]*(?:[^ ${CJK}]+|[${CJK}]?)[${CLOSING}]* *`, 'gu')

/**
 * The text in lines of at most `width`, by `widthOf` in the same unit. Its own line breaks stay, empty lines do not. No
 * line ends at a no-break space; a word wider than a line continues in the next one.
 */
export function linesOf(text: string, width: number, widthOf: (part: string) => number): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\u00a0]+/g, ' ').trim())
    .filter((line) => line !== '')
    .flatMap((line) => brokenUp(line, width, widthOf))
}

function brokenUp(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const isWide = (part: string) => widthOf(part.trimEnd()) > width
  for (const part of text.match(PART) ?? []) {
    if (part === '') continue
    if (!isWide(line + part)) {
      line += part
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = ''
    for (const letter of isWide(part) ? part : [part]) {
      if (line !== '' && isWide(line + letter)) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += letter
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}
