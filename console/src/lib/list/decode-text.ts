/** The text of a file whose encoding nobody named: Unicode, or one of the encodings of Japanese programs. */

/** JIS (ISO-2022-JP) announces each change of the character set by an escape. */
const JIS_ESCAPES = ['$@', '$B', '(B', '(I', '(J'].map((code) => `\u001b${code}`)
const NOT_JAPANESE = /[\uFFFD\uE000-\uF8FF]/g
/** Half-width kana are rare in text, and are what EUC-JP looks like in Shift_JIS. */
const HALF_WIDTH_KANA = /[\uFF61-\uFF9F]/g

/** Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be')
  const latin = decode('latin1')
  if (JIS_ESCAPES.some((code) => latin.includes(code))) return decode('iso-2022-jp')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [shiftJis, eucJp] = [decode('shift_jis'), decode('euc-jp')]
    return doubt(eucJp) < doubt(shiftJis) ? eucJp : shiftJis
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const doubt = (text: string): number => count(text, NOT_JAPANESE) * 100 + count(text, HALF_WIDTH_KANA)
