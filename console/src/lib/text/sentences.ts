/** One text of several sentences: those of Japanese follow each other without a space. What is empty is left out. */
export function joinSentences(sentences: readonly (string | null | undefined | false)[]): string {
  return sentences
    .filter((sentence) => typeof sentence === 'string' && sentence !== '')
    .reduce((text: string, sentence) => (text === '' || text.endsWith('。') ? text : `${text} `) + sentence, '')
}

/** How much, as people say it of disks: `0 MB`, `12.4 MB`, `3.1 GB`, `2.0 TB`; powers of ten. */
const UNITS = [
  ['TB', 1e12],
  ['GB', 1e9],
] as const

export function byteSize(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? (['MB', 1e6] as const)
  const value = bytes / size
  return `${value === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${unit}`
}
