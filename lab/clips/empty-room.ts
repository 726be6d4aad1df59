/** Computes the empty room for clips that begin with a person in it. Pure. */

/** Three bytes a pixel: red, green, blue. */
export type Rgb = { width: number; height: number; data: Uint8Array }

/** Rounds in which pixels that differ too much, such as a person's, are excluded from the fit. */
const ROUNDS = 4
/** Pixels that differ by more standard deviations are not the room. */
const OUTLIER = 2

/**
 * The byte of that rank among the images, the darkest first: the median removes what is there in less than half of them, a
 * higher one what is dark and there in more. Throws without images.
 */
export function emptyOf(images: readonly Rgb[], rank = 0.5): Rgb {
  const [first] = images
  if (!first) throw new Error('no image to take the empty room from')
  const data = new Uint8Array(first.data.length)
  const values = new Uint8Array(images.length)
  for (let i = 0; i < data.length; i++) {
    for (let n = 0; n < images.length; n++) values[n] = images[n]!.data[i]!
    data[i] = values.sort()[Math.floor(rank * values.length)]!
  }
  return { ...first, data }
}

/** `room` with each color's gain and offset fitted to `clip` by least squares over the pixels that both show. */
export function fitLight(room: Rgb, clip: Rgb): Rgb {
  const data = new Uint8Array(room.data.length)
  for (let color = 0; color < 3; color++) {
    const { gain, offset } = fitColor(room.data, clip.data, color)
    for (let i = color; i < data.length; i += 3)
      data[i] = Math.min(255, Math.max(0, Math.round(room.data[i]! * gain + offset)))
  }
  return { ...room, data }
}

function fitColor(from: Uint8Array, to: Uint8Array, color: number): { gain: number; offset: number } {
  let [gain, offset, limit] = [1, 0, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    let [n, sumX, sumY, sumXX, sumXY, sumSquares] = [0, 0, 0, 0, 0, 0]
    for (let i = color; i < from.length; i += 3) {
      const [x, y] = [from[i]!, to[i]!]
      const error = y - (x * gain + offset)
      if (Math.abs(error) > limit) continue
      n++
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
      sumSquares += error * error
    }
    const spread = n * sumXX - sumX * sumX
    if (n === 0 || spread === 0) break
    gain = (n * sumXY - sumX * sumY) / spread
    offset = (sumY - gain * sumX) / n
    limit = OUTLIER * Math.sqrt(sumSquares / n)
  }
  return { gain, offset }
}
