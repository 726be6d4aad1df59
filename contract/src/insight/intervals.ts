/** How sure a figure from few cases is. Pure. */

/** Two-sided 95 %, standard normal. */
const Z = 1.959964

/** Wilson's interval of a share, 95 % (Wilson, 1927); [0, 1] of nothing. */
export function shareInterval(hits: number, of: number): [number, number] {
  if (of === 0) return [0, 1]
  const share = hits / of
  const scale = 1 + (Z * Z) / of
  const middle = (share + (Z * Z) / (2 * of)) / scale
  const half = (Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))) / scale
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** Bounds of a Poisson mean from one count, 95 %, by Byar's approximation (Breslow and Day, 1987). */
export function countInterval(count: number): [number, number] {
  const bound = (n: number, z: number) => n * (1 - 1 / (9 * n) + z / (3 * Math.sqrt(n))) ** 3
  return [count === 0 ? 0 : bound(count, -Z), bound(count + 1, Z)]
}
