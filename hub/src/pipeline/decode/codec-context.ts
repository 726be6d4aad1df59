/** One decoder of FFmpeg, by software or by hardware; its frames are as software makes them either way. REAL-08. */
import type { DecoderName, HardwareDecoder } from '@mimamori/contract/camera/stream/decoders.ts'
import {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_HWDEVICE_TYPE_VAAPI,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_VAAPI,
} from 'node-av/constants'
import { Codec, CodecContext, type Frame, HardwareDeviceContext, Rational } from 'node-av/lib'
import type { SentCodec, VideoCodec } from '../media/packet-source.ts'
import { PIXELS_MAX } from '../media/stream-judge.ts'
import { PlainCopies } from './plain-copies.ts'

export type DecodingContext = Pick<
  CodecContext,
  'sendPacket' | 'sendPacketSync' | 'receiveFrameSync' | 'setOption' | 'freeContext'
> & {
  /** A copy as software would have made it, which its receiver frees; null: it cannot be had. */
  plain(frame: Frame): Frame | null
}
/** Throws when this machine has no such decoder. */
export type OpenContext = (codec: SentCodec, extradata: Buffer, by: DecoderName) => Promise<DecodingContext>

const MICROSECONDS = new Rational(1, 1_000_000)
const IDS = { h264: AV_CODEC_ID_H264, hevc: AV_CODEC_ID_HEVC, mjpeg: AV_CODEC_ID_MJPEG }
/** Decoders of FFmpeg that hand their frames over in the machine's memory. VA-API works inside of the software ones. */
const NAMES: Record<Exclude<HardwareDecoder, 'vaapi'>, Record<VideoCodec, string>> = {
  qsv: { h264: 'h264_qsv', hevc: 'hevc_qsv' },
  nvdec: { h264: 'h264_cuvid', hevc: 'hevc_cuvid' },
  v4l2: { h264: 'h264_v4l2m2m', hevc: 'hevc_v4l2m2m' },
}

export const openContext: OpenContext = async (codec, extradata, by) => {
  const own = by === 'software' || by === 'vaapi'
  const found =
    own || codec === 'mjpeg' ? Codec.findDecoder(IDS[codec]) : Codec.findDecoderByName(NAMES[by][codec] as never)
  if (!found) throw new Error(`no decoder for ${codec} by ${by}`)
  const context = new CodecContext()
  context.allocContext3(found)
  context.threadCount = 1
  context.pktTimebase = MICROSECONDS
  context.setOption('max_pixels', PIXELS_MAX)
  if (extradata.length > 0) context.extraData = extradata
  const device = by === 'vaapi' ? openVaapi(context) : null
  const result = await context.open2(found)
  const free = () => {
    context.freeContext()
    device?.free()
  }
  if (result < 0) {
    free()
    throw new Error(`the decoder for ${codec} by ${by} did not open (${result})`)
  }
  const copier = by === 'software' ? null : new PlainCopies()
  return {
    sendPacket: (packet) => context.sendPacket(packet),
    sendPacketSync: (packet) => context.sendPacketSync(packet),
    receiveFrameSync: (frame) => context.receiveFrameSync(frame),
    setOption: (name, value) => context.setOption(name, value as string),
    plain: (frame) => (copier ? copier.copy(frame) : frame.clone()),
    freeContext() {
      free()
      copier?.close()
    },
  }
}

function openVaapi(context: CodecContext): HardwareDeviceContext {
  const device = new HardwareDeviceContext()
  const result = device.create(AV_HWDEVICE_TYPE_VAAPI, null, null)
  if (result < 0) {
    context.freeContext()
    throw new Error(`no VA-API (${result})`)
  }
  context.hwDeviceCtx = device
  context.setHardwarePixelFormat(AV_PIX_FMT_VAAPI, AV_PIX_FMT_NV12)
  return device
}
