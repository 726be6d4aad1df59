/**
 * The form in which two spellings of a name or address count as the same: compatibility forms folded (NFKC), lower case,
 * without blanks at the ends. The SQL function `plain` (migration 0340) returns the same text.
 */
export function plain(text: string): string {
  // Lower case can make marks whose order the form defines: `İ` becomes `i` and a dot.
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}
