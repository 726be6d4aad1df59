// The anchors of headings as GitHub makes them, so that a link leads to the same place there and on the site.

/** The anchor of a heading's words; the second heading with the same words gets `-1` behind it, which is not done here. */
export function anchorOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}
