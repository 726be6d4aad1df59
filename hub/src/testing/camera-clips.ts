// Short public recordings of cameras and of encoders that send fields apart. They are fetched and not committed: the folder in
// MIMAMORI_CAMERA_CLIPS holds each as `owner/name/path`, from that commit.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Coding = 'h264' | 'hevc'
/** `files`: path and SHA-256. `packing`: how their bytes hold the stream. */
export type CameraClip = {
  maker: string
  coding: Coding
  repository: string
  commit: string
  packing: 'mp4' | 'annex-b' | 'baichuan'
  /** The rate of bare frames; omitted: 10. Two cores encode 4K anew at 2. */
  framesPerSecond?: number
  files: readonly (readonly [path: string, sha256: string])[]
}

const AXIS: Pick<CameraClip, 'maker' | 'repository' | 'commit'> = {
  maker: 'Axis',
  ...{
    repository: 'AxisCommunications/signed-video-framework-examples',
    commit: 'e009c310fef10a997ffad6d21720154fbb155a38',
  },
}
const NEOLINK: Pick<CameraClip, 'repository' | 'commit' | 'packing'> = {
  ...{
    repository: 'thirtythreeforty/neolink',
    commit: '186d58046271870ca0f67afca6e18a797696551c',
    packing: 'baichuan',
  },
}
const SAMPLES = 'crates/core/src/bcmedia/samples'
const FATE: Pick<CameraClip, 'repository' | 'commit' | 'packing' | 'coding'> = {
  ...{ repository: 'lu-zero/fate-samples', commit: '37997c4f6c0bccad77f56b4fe14cc19cc17b6ded' },
  ...{ packing: 'annex-b', coding: 'h264' },
}

export const CAMERA_CLIPS: readonly CameraClip[] = [
  {
    ...{ ...AXIS, coding: 'h264', packing: 'annex-b' },
    files: [['test-files/signed_vendor_axis.h264', 'da9b3c0de8a62418fd4927ecba08aafa94b48cfef9408789a03f73b0a7d4a0d5']],
  },
  {
    ...{ ...AXIS, coding: 'hevc', packing: 'mp4' },
    files: [['test-files/test_h265.mp4', '67f47071ea8b255e94a037d403b58db7f7baa09edd62198503ffcc3717ff8339']],
  },
  {
    ...{ ...NEOLINK, maker: 'Reolink', coding: 'hevc', framesPerSecond: 2 },
    files: [
      ['argus2_iframe_0.raw', 'ca94863ada5ef14e0a720f028ac7e5d25fb8d55e5ec36d9a2da221f632bbb1a3'],
      ['argus2_iframe_1.raw', '1b7f7d1eb7674b2e1ef6d28569f0a68a7ff69150458a03b445d6cec6470dcb26'],
      ['argus2_iframe_2.raw', '0e6edce420d29578d1f4db41b33110a7ead62bf391973d710cdc82fcdebb469c'],
      ['argus2_iframe_3.raw', '391da6b3e24f4533234dbf9e822d38a67d244d0aacbe2c4517850e844c38073a'],
      ['argus2_iframe_4.raw', '87ce19481144fbd27a361a394d410c63d010316327b5efce50421b4aa0e6e876'],
    ].map(([name, hash]) => [`${SAMPLES}/${name}`, hash!] as const),
  },
  {
    ...{ ...NEOLINK, maker: 'Swann', coding: 'h264' },
    files: [
      ['00', '98d6210f4997d5ab09979968c1f58e67ce1f9844dc065953cfef1c5d16a25bd3'],
      ['01', '2e84a7540d92928f750fb2f30ca9c4c3c16c4e77066fe9a2d294fe54f22f1f17'],
      ['02', '8a947bfc49fe5a9a203b3951d38d109b41bd0f37ab831637874366c20671803e'],
      ['03', '2db49905b253e8146c0a248eb08ac107f71d21978b5c86578cefcfd6166afafe'],
      ['04', '3a227f4edf5b93e095c2703ad39cf3db55ef1e82ec69342e9eb9b362a081f284'],
      ['05', '539b2bf5dcfddc956d5a23ca2cfc886d0797bef7a7355a0371685bc56aefa38d'],
      ['06', '1445b5c05637abf8a4a29cf48ecca35caf68b6d0eaf25396beb1e66515cde86d'],
      ['07', '21b53c1134279188d2e52e0719176d695e933d2fc0df4890488dd075be03894d'],
      ['08', 'f22ad5524531525355e8a5543f1d83e19e72414aa1f0ca6d6593dddbd8bfe55f'],
      ['09', 'e936435596d7298d499c1797ca57ddddc588ebcf21a40481e1dedc9237ee20e3'],
    ].map(([number, hash]) => [`${SAMPLES}/video_stream_swan_${number}.raw`, hash!] as const),
  },
  {
    ...{ maker: 'Amcrest', coding: 'h264', packing: 'mp4' },
    ...{ repository: 'shawnburke/amcrest-viewer', commit: 'f41f20810cb96267be40163b8be47b0c3d17f08c' },
    files: [['frontend/js/public/1591028951.mp4', '5790c6aacecda416d5adb35b32415c898772650e8e0fa746d6c6b8c281cb8229']],
  },
  {
    ...{ maker: 'Ubiquiti', coding: 'h264', packing: 'mp4' },
    ...{ repository: 'uilibs/uiprotect', commit: '506380e93364547b8523451be3f7f538a3c15a57' },
    files: [
      ['tests/sample_data/sample_camera_video.mp4', 'e8a32bcff30d9a97c1183133ad6b048751e537854ed4735e03c9ad64b9fb0464'],
    ],
  },
]

/** Interlaced streams in which some or all frames are two units (PAFF). */
export const FIELD_CLIPS: readonly CameraClip[] = [
  ['Panasonic', 'FRExt2_Panasonic.avc', 'ba31155d719727ff4f2cfe16881ba30a298782f012d1d4c45765344354fae3be'],
  ['Broadcom', 'HPCVFL_BRCM_A.264', '5fd105148550967d57a3d0ed335c32d84643697061b78b9e5c7e835a57396983'],
  ['HHI', 'HCAFF1_HHI.264', '752efafeb176bbf622565e5b3853c82e35bb50143e7175239802576b18e9f22c'],
].map(([maker, file, hash]) => ({
  ...{ ...FATE, maker: maker! },
  files: [[`h264-conformance/FRext/${file}`, hash!] as const],
}))

const FOLDER = process.env.MIMAMORI_CAMERA_CLIPS

/** Null: its files lie there; else one line about what is missing. */
export function missingOf({ repository, commit, files }: CameraClip): string | null {
  if (!FOLDER) return 'needs public clips in MIMAMORI_CAMERA_CLIPS'
  const absent = files.find(([path]) => !existsSync(join(FOLDER, repository, path)))
  return absent ? `needs ${repository}/${absent[0]} of ${commit}` : null
}

/** Its bytes, one file behind the other. Throws if they are others than those of the list. */
export function readClip({ repository, files }: CameraClip): Buffer {
  const all = files.map(([path, hash]) => {
    const bytes = readFileSync(join(FOLDER!, repository, path))
    if (createHash('sha256').update(bytes).digest('hex') !== hash) throw new Error(`${path} is another file`)
    return bytes
  })
  return Buffer.concat(all)
}

/** The frames of a recording of Reolink's own protocol: a head of 24 bytes, further heads, the frame, filled up to 8 bytes. */
export function fromBaichuan(bytes: Buffer): Buffer {
  const frames: Buffer[] = []
  for (let at = 0; at + 24 <= bytes.length; ) {
    const kind = bytes.toString('latin1', at + 2, at + 4)
    const isSound = kind === 'wb'
    const length = isSound ? bytes.readUInt16LE(at + 4) : bytes.readUInt32LE(at + 8)
    const from = isSound ? at + 8 : at + 24 + bytes.readUInt32LE(at + 12)
    if (kind === 'dc') frames.push(bytes.subarray(from, from + length))
    at = from + length + ((8 - (length % 8)) % 8)
  }
  return Buffer.concat(frames)
}
