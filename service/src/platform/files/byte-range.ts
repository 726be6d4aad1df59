/** Parts of files, as players ask for them: RFC 9110, 14. */

/** The first and the last byte that are wanted, both counted in. */
export type ByteRange = { first: number; last: number }

/** The range of a file to send; `isPart`: a range was requested, even if it is the whole file. */
export type Wanted = ByteRange & { size: number; isPart: boolean }

/**
 * The range that a Range header requests from a file of `size` bytes; null: it does not exist. Only one range is
 * supported, otherwise the whole file.
 */
export function wantedOf(header: string | undefined, size: number): Wanted | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') return { first: 0, last: size - 1, size, isPart: false }
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last || first >= size ? null : { first, last, size, isPart: true }
}
