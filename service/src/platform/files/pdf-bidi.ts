/** Lines of a PDF with right-to-left words, and with characters that the fonts lack. */
import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js'

/** Japanese printers set it for a character that they lack. */
export const LACKING = '〓'
/** Not a mark or selector of the character before it. */
const BY_ITSELF = /[^\p{M}\p{Cf}]/u
const SCRIPTS = { arabic: /\p{Script_Extensions=Arabic}/u, hebrew: /\p{Script_Extensions=Hebrew}/u } as const
/** Letters, marks and Arabic digits that need another order or font. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

// Its types describe a module, but its only export is this function.
const bidi = (bidiFactory as unknown as () => Bidi)()
/** A character with its marks; marks alone at the beginning of a text. */
const CHARACTER = /[^\p{M}\p{Cf}][\p{M}\p{Cf}]*|^[\p{M}\p{Cf}]+/gu

/** The line's own font, or a font for one script. */
export type PdfFont = 'own' | keyof typeof SCRIPTS
/**
 * `shown` is drawn in one font. `actual`: what is copied, searched and read aloud instead; null: the same. `at`: its place in the
 * line as it was written.
 */
export type PdfSpan = { font: PdfFont; shown: string; actual: string | null; at: number }
type HasGlyph = (font: PdfFont, codePoint: number) => boolean

/** The text has a character that changes the order of its line or needs a font of its own. */
export const isMixed = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/**
 * The spans of one line from left to right, ordered by Unicode's bidirectional algorithm in a left-to-right document. A
 * span is one right-to-left word, whose characters the font orders and joins, or text without such words.
 */
export function spansOf(line: string, has: HasGlyph): PdfSpan[] {
  if (!isMixed(line)) return line === '' ? [] : [{ ...spanOf(line, 'own', has), at: 0 }]
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  return inVisualOrder(line, embedding).flatMap(({ text, at, isReversed }) => {
    const parts = partsOf(text, isReversed)
    const spans = parts.map(({ font, text: part, index }) => {
      const turned = isReversed && font === 'own' ? (mirrored.get(at + index) ?? part) : part
      return { ...spanOf(turned, font, has), ...(turned !== part && { actual: part }), at: at + index }
    })
    return isReversed ? spans.toReversed() : spans
  })
}

type Run = { text: string; at: number; isReversed: boolean }

/** Runs of one level, from left to right. */
function inVisualOrder(line: string, embedding: EmbeddingLevels): Run[] {
  const { levels } = embedding
  const runs: Run[] = []
  for (const { 0: segment, index } of line.matchAll(CHARACTER)) {
    const last = runs.at(-1)
    if (last && levels[last.at] === levels[index]) last.text += segment
    else runs.push({ text: segment, at: index, isReversed: levels[index]! % 2 === 1 })
  }
  const rank = new Map(bidi.getReorderedIndices(line, embedding).map((unit, at) => [unit, at]))
  return runs.toSorted((one, other) => rank.get(one.at)! - rank.get(other.at)!)
}

type Part = { font: PdfFont; text: string; index: number }

/** Words of one font in logical order. Other characters of a reversed run, and digits of a script, are parts of their own. */
function partsOf(text: string, isReversed: boolean): Part[] {
  const parts: Part[] = []
  for (const { 0: segment, index } of text.matchAll(CHARACTER)) {
    const font = fontOf(segment)
    const last = parts.at(-1)
    const isJoined = isReversed === (font !== 'own')
    if (last && last.font === font && isJoined) last.text += segment
    else parts.push({ font, text: segment, index })
  }
  return parts
}

function fontOf(character: string): PdfFont {
  const found = Object.entries(SCRIPTS).find(([, script]) => script.test(character))
  return (found?.[0] as PdfFont | undefined) ?? 'own'
}

function spanOf(text: string, font: PdfFont, has: HasGlyph): Omit<PdfSpan, 'at'> {
  const shown = Array.from(text, (character) =>
    has(font, character.codePointAt(0)!) ? character : BY_ITSELF.test(character) ? LACKING : '',
  ).join('')
  if (shown === text) return { font, shown, actual: null }
  return { font: 'own', shown, actual: text }
}

type Glyph = { codePoints: readonly number[] }
type Layout = { glyphs: readonly Glyph[]; positions: unknown; advanceWidth: number }
/** A font of pdfkit, whose types lack this. */
export type CharacterFont = {
  layout: (text: string) => Layout
  layoutRun: (text: string, features: Record<string, boolean>) => Layout
}

/**
 * Makes a font for right-to-left words, without optional ligatures. PDF readers reverse the characters of such a word, also
 * those of one glyph, such as لا: its characters are written in reversed order too.
 */
export function joinCharacters(font: CharacterFont): void {
  font.layout = (text) => {
    const { glyphs, positions, advanceWidth } = font.layoutRun(text, { liga: false })
    const reversed = glyphs.map((glyph): Glyph => {
      return Object.create(glyph, { codePoints: { value: glyph.codePoints.toReversed() } })
    })
    return { glyphs: reversed, positions, advanceWidth }
  }
}
