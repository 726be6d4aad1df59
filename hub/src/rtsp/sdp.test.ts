import { expect, test } from 'vitest'
import { controlUrl, describedVideo } from './sdp.ts'

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
  expect(controlUrl('rtsp://c/live', video.control)).toBe('rtsp://c/live/trackID=2')
})

test('H.265 has three kinds of parameter sets; audio alone and garbage give null', () => {
  const video = describedVideo(
    lines('m=video 0 RTP/AVP 96', 'a=rtpmap:96 H265/90000', 'a=fmtp:96 sprop-vps=QAE=;sprop-sps=QgE=;sprop-pps=RAE='),
  )!
  expect([video.codec, video.extradata.toString('hex')]).toEqual(['hevc', '000000014001000000014201000000014401'])
  expect(describedVideo(lines('m=audio 0 RTP/AVP 0'))).toBeNull()
  expect(describedVideo('\0\xff=m\nm=video')).toBeNull()
})

test('a track’s address is absolute or relative, and never contains a line break', () => {
  expect(controlUrl('rtsp://c/live/', 'track1')).toBe('rtsp://c/live/track1')
  expect(controlUrl('rtsp://c/live', 'rtsp://c/other/track1')).toBe('rtsp://c/other/track1')
  expect(controlUrl('rtsp://c/live', 'x RTSP/1.0\nTEARDOWN')).toBe('rtsp://c/live')
  expect(controlUrl('rtsp://c/live', null)).toBe('rtsp://c/live')
})
