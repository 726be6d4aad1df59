// How the search of the documents' site cuts text into words, English and Japanese.

/**
 * Words of a text in the case and width in which they are looked for. Japanese has no spaces: of it, every two characters beside
 * each other are a word, and the last one alone, so that any part of a run is found. VitePress brings the function to the browser
 * as text, so it uses nothing from outside of itself.
 */
export function searchWords(text: string): string[] {
  const runs = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+)/u)
  // What the pattern found stands at the odd places.
  return runs.flatMap((run, i) => {
    if (i % 2 === 0) return run.match(/[\p{L}\p{N}]+/gu) ?? []
    const characters = [...run]
    return characters.map((character, at) => character + (characters[at + 1] ?? ''))
  })
}
