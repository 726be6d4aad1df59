/** Converts untrusted text to plain text: no control characters, markup, links or formatting marks. Pure. */

/** C0, C1, marks of direction and of nothing, private use and halves of pairs; line ends become a space before. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu
const TAG = /<\/?[a-z!?][^<>]{0,2000}>?/gi
const MARKDOWN_LINK = /!?\[([^[\]]{0,500})\]\s?(?:\([^()]{0,2000}\)|\[[^[\]]{0,500}\])/g
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|javascript:|data:|vbscript:|www\.)[^\s、。」）]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|info|biz|example|test|jp|co|me|ru|cn|xyz)\b(?:\/\S*)?/gi
const MARKS = /(\*{1,3}|_{2,3}|~~|`{1,3})(?=\S)(.{0,500}?\S)\1/g
const LEADING = /^\s*(?:#{1,6}\s+|>+\s*|[*+-]\s+|\|+|`{3,}\w*|\d{1,2}[.)]\s+(?=\D))/

/** Whether there are tags or addresses in the text: what no honest sentence of a report has. */
export function hasMarkup(text: string): boolean {
  const seen = text.normalize('NFKC').replaceAll(UNSEEN, '')
  return seen.search(TAG) >= 0 || seen.search(ADDRESS) >= 0 || seen.search(MARKDOWN_LINK) >= 0
}

/** One line of plain text. A link retains its text and loses its URL. */
export function cleanText(text: string): string {
  let plain = text
    .normalize('NFC')
    .replaceAll(/[\r\n\t\v\f\u0085]+/g, ' ')
    .replaceAll(UNSEEN, '')
  // The remainder of one round may be a tag or a link again: `<<b>script>`.
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain
      .replaceAll(TAG, ' ')
      .replaceAll(MARKDOWN_LINK, '$1')
      .replaceAll(ADDRESS, ' ')
      .replaceAll(MARKS, '$2')
      .replace(LEADING, '')
  }
  return plain
    .replaceAll(/[<>`[\]{}|\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
