/**
 * A camera's main and sub stream: whether two addresses and two formats match, and which streams of a device to use.
 */

type PictureSize = { width: number; height: number }

/** Encoders round sizes to whole blocks: 640 x 352 still shows the same as 1920 x 1080. */
const SHAPE_TOLERANCE = 0.03
/** Pixels; in a smaller frame a person at the far end of a room is too small. */
const SMALL_LEAST: PictureSize = { width: 320, height: 180 }

/**
 * Whether shares (0 to 1) of one frame denote the same places in the other: then masks and regions apply to both. Sizes
 * in pixels, all above 0.
 */
export function isSameShape(one: PictureSize, other: PictureSize): boolean {
  const ratio = (one.width * other.height) / (one.height * other.width)
  return Math.abs(Math.log(ratio)) <= SHAPE_TOLERANCE
}

/** Whether two addresses have the same host and port, with any path. Addresses without a host must be equal. */
export function isSameDevice(one: string, other: string): boolean {
  // Without a host: the demo's drawn cameras are the same if their whole addresses are equal.
  if (!one.includes('://') || !other.includes('://')) return one === other
  const device = deviceOf(one)
  return device !== null && device === deviceOf(other)
}

/** Returns null if the address is malformed. */
function deviceOf(url: string): string | null {
  try {
    const { protocol, hostname, port } = new URL(url)
    const usual = protocol === 'rtsps:' ? '322' : '554'
    return `${protocol} ${hostname.toLowerCase()} ${port || usual}`
  } catch {
    return null
  }
}

type Offered = PictureSize & { streamUrl: string; codec: string }

/**
 * Chooses from a device's streams: the largest as the main stream. The sub stream is the smallest H.264 stream with at
 * least 320 x 180 pixels and the same shape, or null. Returns null if there are no streams.
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
