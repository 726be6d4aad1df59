/** One text of several sentences: those of Japanese follow each other without a space. What is empty is left out. */
export function joinSentences(sentences: readonly (string | null | undefined | false)[]): string {
  return sentences
    .filter((sentence) => typeof sentence === 'string' && sentence !== '')
    .reduce((text: string, sentence) => (text === '' || text.endsWith('。') ? text : `${text} `) + sentence, '')
}
