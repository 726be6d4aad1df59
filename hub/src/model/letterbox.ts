/** A frame as models want it: scaled to fit, gray where it ends, one plane for each colour, 0 to 1. Pure. */

/** Three bytes for each pixel (red, green, blue), row after row. */
export type RgbImage = { width: number; height: number; data: Uint8Array }
export type Size = { width: number; height: number }
/** Where the frame lies in the model's input, in its pixels. */
export type Fit = { left: number; top: number; width: number; height: number }

/** What models of this family were trained with around a frame. */
const PADDING = 114 / 255

/** Proportions stay; what the frame does not fill is split evenly to both sides. */
export function fitInto(image: Size, { width, height }: Size): Fit {
  const scale = Math.min(width / image.width, height / image.height)
  const fit = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  }
  return { ...fit, left: Math.floor((width - fit.width) / 2), top: Math.floor((height - fit.height) / 2) }
}

/** The model's input: planes of red, green and blue. Scaled by averaging the four nearest points. */
export function letterbox(image: RgbImage, input: Size): { planes: Float32Array<ArrayBuffer>; fit: Fit } {
  const fit = fitInto(image, input)
  const area = input.width * input.height
  const planes = new Float32Array(3 * area).fill(PADDING)
  const columns = places(fit.width, image.width)
  const rows = places(fit.height, image.height)
  const { data, width } = image
  for (const [y, row] of rows.entries()) {
    const [above, below] = [row.low * width, row.high * width]
    for (const [x, column] of columns.entries()) {
      const at = (fit.top + y) * input.width + fit.left + x
      for (let colour = 0; colour < 3; colour++) {
        const upper = mix(data[(above + column.low) * 3 + colour]!, data[(above + column.high) * 3 + colour]!, column)
        const lower = mix(data[(below + column.low) * 3 + colour]!, data[(below + column.high) * 3 + colour]!, column)
        planes[colour * area + at] = mix(upper, lower, row) / 255
      }
    }
  }
  return { planes, fit }
}

type Place = { low: number; high: number; share: number }

const mix = (low: number, high: number, { share }: Place) => low + (high - low) * share

/** For each point of a side that was scaled: the two of the original that it lies between. */
function places(length: number, original: number): Place[] {
  return Array.from({ length }, (_, i) => {
    const at = Math.min(original - 1, Math.max(0, ((i + 0.5) * original) / length - 0.5))
    const low = Math.floor(at)
    return { low, high: Math.min(original - 1, low + 1), share: at - low }
  })
}
