/** Text in Shift_JIS, as older programs for care records read it. REACH-80. */

/** Printed for a character that Shift_JIS lacks: the geta mark, as printers set it. */
const MISSING = '〓'
/** What JIS X 0208 writes with other characters than Unicode's of the same look. */
const ALIKE: Record<string, string> = { '—': '―', '−': '－', '〜': '～', '‖': '∥', '¢': '￠', '£': '￡', '¬': '￢' }

let table: Map<string, readonly number[]> | null = null

/** Bytes of the text in Shift_JIS (the browser's own table, CP932); `〓` stands for what it lacks. */
export function toShiftJis(text: string): Uint8Array<ArrayBuffer> {
  table ??= readTable()
  const bytesOf = (character: string) => table!.get(character) ?? table!.get(ALIKE[character] ?? MISSING)!
  return Uint8Array.from([...text.normalize('NFC')].flatMap((character) => [...bytesOf(character)]))
}

/** What each byte and each pair of bytes decodes to; of several pairs the first one counts. */
function readTable(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('shift_jis')
  const found = new Map<string, readonly number[]>()
  const note = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && character !== '\uFFFD' && !found.has(character)) found.set(character, bytes)
  }
  for (let byte = 0; byte < 0xe0; byte++) note([byte])
  for (let lead = 0x81; lead < 0xfd; lead++) for (let trail = 0x40; trail < 0xfd; trail++) note([lead, trail])
  return found
}
