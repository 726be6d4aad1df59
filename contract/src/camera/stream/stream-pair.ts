/**
 * A camera's main and sub stream: whether two addresses and two formats match, and which streams of a device to use.
 */

/** In pixels; `pixel`: the proportions of one, absent: square. */
type ImageSize = { width: number; height: number; pixel?: { width: number; height: number } | undefined }

/** Encoders round sizes to whole blocks: 640 x 352 still shows the same as 1920 x 1080. */
const SHAPE_TOLERANCE = 0.03
/** Pixels; in a smaller frame a person at the far end of a room is too small. */
const SMALL_LEAST: ImageSize = { width: 320, height: 180 }

/**
 * Whether shares (0 to 1) of one frame denote the same places in the other: then masks and regions apply to both. Sizes
 * in pixels, all above 0.
 */
export function isSameShape(one: ImageSize, other: ImageSize): boolean {
  return Math.abs(Math.log(shapeOf(one) / shapeOf(other))) <= SHAPE_TOLERANCE
}

/** Width by height, as shown. */
export function shapeOf({ width, height, pixel = { width: 1, height: 1 } }: ImageSize): number {
  return (width * pixel.width) / (height * pixel.height)
}

/** Whether two addresses have the same host and port, with any path. Addresses without a host must be equal. */
export function isSameDevice(one: string, other: string): boolean {
  // Without a host: the demo's drawn cameras are the same if their whole addresses are equal.
  if (!one.includes('://') || !other.includes('://')) return one === other
  const device = deviceOf(one)
  return device !== null && device === deviceOf(other)
}

/**
 * Whether a password with a bare `/`, `?` or `#` makes the user look like the host, as in `rtsp://user:12/34@host`. An `@`
 * in the path is fine behind an IP address or a name with a dot.
 */
export function hasLoginBehindHost(url: string): boolean {
  return /^[a-z]+:\/\/[^/?#@.[]*:[^/?#@]*[/?#].*@/i.test(url)
}

const USUAL_PORTS = new Map([
  ['rtsp:', '554'],
  ['rtsps:', '322'],
  ['http:', '80'],
  ['https:', '443'],
])

/** Returns null if the address is malformed. */
function deviceOf(url: string): string | null {
  try {
    const { protocol, hostname, port } = new URL(url)
    return `${protocol} ${hostname.toLowerCase()} ${port || USUAL_PORTS.get(protocol)}`
  } catch {
    return null
  }
}

type Offered = ImageSize & { streamUrl: string; codec: string }

/**
 * Chooses from a device's streams: the largest as the main stream. The sub stream is the smallest H.264 stream with at
 * least 320 x 180 pixels and the same shape, else of another shape, which a person must compare first; or null. Returns
 * null without streams.
 */
export function streamPairOf<S extends Offered>(streams: readonly S[]): { main: S; sub: S | null } | null {
  const bySize = streams.toSorted((a, b) => pixelsOf(b) - pixelsOf(a))
  const [main] = bySize
  if (!main) return null
  const small = bySize.filter(
    (stream) =>
      /^h\.?264$/i.test(stream.codec) &&
      stream.width >= SMALL_LEAST.width &&
      stream.height >= SMALL_LEAST.height &&
      pixelsOf(stream) < pixelsOf(main),
  )
  return { main, sub: small.findLast((stream) => isSameShape(stream, main)) ?? small.at(-1) ?? null }
}

const pixelsOf = ({ width, height }: ImageSize) => width * height
