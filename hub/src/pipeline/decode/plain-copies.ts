/** Frames of hardware lie in its memory, or with both colours in one plane: nothing behind a decoder knows either. */
import { AV_PIX_FMT_VAAPI, AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, AVCOL_RANGE_JPEG } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'

export class PlainCopies {
  #scaler: SoftwareScaleContext | null = null
  #of = ''

  /** Planes of YUV 4:2:0 in the machine's memory, for its receiver to free; null: the frame cannot be copied. */
  copy(frame: Frame): Frame | null {
    if (isPlain(frame)) return frame.clone()
    const here = frame.format === AV_PIX_FMT_VAAPI ? fetched(frame) : frame.clone()
    if (!here || isPlain(here)) return here
    const copy = new Frame()
    copy.alloc()
    copy.format = AV_PIX_FMT_YUV420P
    copy.width = here.width
    copy.height = here.height
    const isMade = copy.allocBuffer() >= 0 && (this.#scalerOf(here)?.scaleFrameSync(copy, here) ?? -1) >= 0
    if (isMade) copy.copyProps(here)
    // Named only now: converting to that format would widen levels that are wide already.
    if (isMade && here.colorRange === AVCOL_RANGE_JPEG) copy.format = AV_PIX_FMT_YUVJ420P
    here.free()
    if (isMade) return copy
    copy.free()
    return null
  }

  close(): void {
    this.#scaler?.freeContext()
    this.#scaler = null
  }

  /** Null: FFmpeg cannot convert from that format, as from frames in the memory of a graphics card. */
  #scalerOf({ width, height, format }: Frame): SoftwareScaleContext | null {
    const of = `${width} ${height} ${format}`
    if (this.#scaler && of === this.#of) return this.#scaler
    this.close()
    const scaler = new SoftwareScaleContext()
    try {
      scaler.getContext(width, height, format as never, width, height, AV_PIX_FMT_YUV420P)
    } catch {
      return null
    }
    this.#scaler = scaler
    this.#of = of
    return scaler
  }
}

function fetched(frame: Frame): Frame | null {
  const here = new Frame()
  here.alloc()
  const isThere = frame.hwframeTransferDataSync(here) >= 0
  if (isThere) here.copyProps(frame)
  if (isThere) return here
  here.free()
  return null
}

const isPlain = ({ format }: Frame) => format === AV_PIX_FMT_YUV420P || format === AV_PIX_FMT_YUVJ420P
