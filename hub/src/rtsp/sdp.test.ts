import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describedVideo } from './sdp.ts'

const HEAD = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=Camera', 't=0 0']
const lines = (...rest: string[]) => [...HEAD, ...rest, ''].join('\r\n')

test('finds the first video of a known codec after audio and unknown media', () => {
  const sdp = lines(
    'a=control:*',
    'm=audio 0 RTP/AVP 0',
    'a=control:audio',
    'm=video 0 RTP/AVP 26',
    'm=video 0 RTP/AVP 97',
    'a=rtpmap:97 h264/90000',
    'a=fmtp:97 packetization-mode=1; sprop-parameter-sets=Z0LAHtk=,aM48gA==;profile-level-id=42c01e',
    'a=control:trackID=2',
  )
  const video = describedVideo(sdp)!
  expect(video).toMatchObject({ codec: 'h264', payloadType: 97, clockRate: 90_000, sessionControl: '*' })
  expect(video.extradata.toString('hex')).toBe('000000016742c01ed90000000168ce3c80')
  expect(video.control).toBe('trackID=2')
})

test('H.265 has three kinds of parameter sets; audio alone and garbage give null', () => {
  const video = describedVideo(
    lines('m=video 0 RTP/AVP 96', 'a=rtpmap:96 H265/90000', 'a=fmtp:96 sprop-vps=QAE=;sprop-sps=QgE=;sprop-pps=RAE='),
  )!
  expect([video.codec, video.extradata.toString('hex')]).toEqual(['hevc', '000000014001000000014201000000014401'])
  expect(describedVideo(lines('m=audio 0 RTP/AVP 0'))).toBeNull()
  expect(describedVideo('\0\xff=m\nm=video')).toBeNull()
})

test('REAL-09 spaces anywhere, a name that is missing and further formats change nothing', () => {
  const space = fc.constantFrom('', ' ', '  ', '\t')
  fc.assert(
    fc.property(
      fc.array(space, { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      (spaces, isNamed, isFirst) => {
        const [a, b, c, d, e, f, g, h] = spaces
        const formats = isFirst ? '96 26' : '26  96'
        const name = isNamed ? [`a${a}=${b}rtpmap${c}:${d}96 H264/90000${e}`] : []
        const sets = 'sprop-parameter-sets=Z0LAHtk=,aM48gA=='
        const text = [
          `m${a}=${b}video 0  RTP/AVP ${formats}${c}`,
          ...name,
          `a=fmtp:${d}96 ${sets}${e}`,
          `${f}a=control:${g}t1${h}`,
        ]
        const video = describedVideo(lines(...text))
        expect(video).toMatchObject({ codec: 'h264', payloadType: 96, clockRate: 90_000, control: 't1' })
        expect(video!.extradata.length).toBe(17)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('REAL-09 no description does harm, whatever stands in it', () => {
  const word = fc.constantFrom(
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    'a=fmtp:96 ',
    'a=control:',
    'm=',
    'a=rtpmap:',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.string())), (all) => {
      const video = describedVideo(all.map((one) => one.join('')).join('\n'))
      expect(video === null || Number.isInteger(video.payloadType)).toBe(true)
    }),
    { numRuns: 10_000 },
  )
})
