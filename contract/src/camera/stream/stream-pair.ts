/** A camera's big and small stream: whether two addresses and two pictures belong together, and which streams of a device to take. */

type PictureSize = { width: number; height: number }

/** Encoders round sizes to whole blocks: 640 x 352 still shows what 1920 x 1080 shows. */
const SHAPE_TOLERANCE = 0.03
/** Pixels; with fewer a person at the other end of a room is no more than a speck. */
const SMALL_LEAST: PictureSize = { width: 320, height: 180 }

/**
 * Whether shares (0 to 1) of one picture mean the same places in the other: then masks and regions hold for both. Sizes in
 * pixels, all above 0.
 */
export function isSameShape(one: PictureSize, other: PictureSize): boolean {
  const ratio = (one.width * other.height) / (one.height * other.width)
  return Math.abs(Math.log(ratio)) <= SHAPE_TOLERANCE
}

/** Whether two addresses name the same host and port, whatever the path. Addresses without a host: whether they are the same. */
export function isSameDevice(one: string, other: string): boolean {
  const device = (url: string) => {
    const { protocol, hostname, port } = new URL(url)
    const usual = protocol === 'rtsps:' ? '322' : '554'
    return `${protocol} ${hostname.toLowerCase()} ${port || usual}`
  }
  // Not a host: the drawn cameras of the demo are the same when their whole address is.
  if (!one.includes('://') || !other.includes('://')) return one === other
  return URL.canParse(one) && URL.canParse(other) && device(one) === device(other)
}

type Offered = PictureSize & { streamUrl: string; codec: string }

/**
 * Of the streams that a device offers: the largest as the big one, and the smallest of H.264 with at least 320 x 180 pixels and
 * the same shape as the small one; null: there is none of them.
 */
export function streamPairOf<S extends Offered>(streams: readonly S[]): { main: S; sub: S | null } | null {
  const bySize = streams.toSorted((a, b) => pixelsOf(b) - pixelsOf(a))
  const [main] = bySize
  if (!main) return null
  const sub = bySize.findLast(
    (stream) =>
      /^h\.?264$/i.test(stream.codec) &&
      stream.width >= SMALL_LEAST.width &&
      stream.height >= SMALL_LEAST.height &&
      pixelsOf(stream) < pixelsOf(main) &&
      isSameShape(stream, main),
  )
  return { main, sub: sub ?? null }
}

const pixelsOf = ({ width, height }: PictureSize) => width * height
