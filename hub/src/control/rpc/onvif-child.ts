/** The program behind each found device: asks it over ONVIF for its facts and its streams, with a login. CAM-12. */
import type { Cam, CamProfile } from 'onvif'
import { serveChildTask } from './child-task.ts'
import type { DeviceFacts, DeviceInput, DeviceStream } from './discover.ts'
import { codeOf, escaped, failRequest, findServices, openDevice, said, tokenOf } from './onvif-camera.ts'

const PROFILES_MAX = 8
const WORD_CHARACTERS = 200

serveChildTask(askDevice, (thrown) => ({ code: codeOf(thrown), params: {} }), failRequest)

/** Each request has a try of its own: devices refuse some, and answer others in part. Throws if no stream was found for an error. */
async function askDevice(device: DeviceInput): Promise<DeviceFacts> {
  const errors: unknown[] = []
  const tried = <T>(ask: Promise<T>): Promise<T | null> =>
    ask.catch((thrown) => {
      errors.push(thrown)
      return null
    })
  const cam = await openDevice(device)
  const facts = (await tried(said<Record<string, unknown>>((done) => cam.getDeviceInformation(done)))) ?? {}
  await findServices(cam)
  const streams: DeviceStream[] = []
  // Older than Media2, and known by more devices.
  for (const isMedia2 of cam.media2Support ? [true, false] : [false]) {
    if (streams.length > 0 || (!isMedia2 && !cam.uri?.media)) break
    cam.media2Support = isMedia2
    if (!(await tried(said((done) => cam.getProfiles(done))))) continue
    for (const profile of listed(cam.profiles).slice(0, PROFILES_MAX)) {
      const stream = await tried(streamOf(cam, profile, device.address))
      if (stream) streams.push(stream)
    }
  }
  if (streams.length === 0 && errors.length > 0) throw worst(errors)
  const { manufacturer, model, firmwareVersion, serialNumber } = facts
  return {
    manufacturer: wordOf(manufacturer),
    model: wordOf(model),
    firmware: wordOf(firmwareVersion),
    serialNumber: wordOf(serialNumber),
    streams,
  }
}

/** A wrong login explains the other errors. */
const worst = (errors: readonly unknown[]): unknown =>
  errors.find((error) => codeOf(error) === 'login-wrong') ?? errors[0]

const listed = (profiles: unknown): CamProfile[] => (Array.isArray(profiles) ? profiles : []).filter(Boolean)

/** Null: the profile has no stream over RTSP. The host is the device's own, whatever it says. */
async function streamOf(cam: Cam, profile: CamProfile, address: string): Promise<DeviceStream | null> {
  const profileToken = tokenOf(profile)
  if (profileToken === null) return null
  const answer = await said<{ uri?: unknown } | null>((done) =>
    cam.getStreamUri({ protocol: 'RTSP', profileToken: escaped(profileToken) }, done),
  )
  const uri = answer?.uri
  const url = typeof uri === 'string' ? URL.parse(uri.trim()) : null
  if (!url || !/^rtsps?:$/.test(url.protocol) || url.href.length > 1_500) return null
  url.username = ''
  url.password = ''
  url.hostname = address
  const encoder = (profile.videoEncoderConfiguration ?? {}) as Record<string, Record<string, unknown> | undefined>
  return {
    name: wordOf(profile.name) ?? profileToken.slice(0, WORD_CHARACTERS),
    streamUrl: url.href,
    codec: wordOf(encoder.encoding)?.slice(0, 60) ?? '',
    width: countOf(encoder.resolution?.width, 65_535) ?? 0,
    height: countOf(encoder.resolution?.height, 65_535) ?? 0,
    framesPerSecond: countOf(encoder.rateControl?.frameRateLimit, 1_000),
  }
}

function wordOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text ? text.slice(0, WORD_CHARACTERS) : null
}

function countOf(value: unknown, max: number): number | null {
  const count = Number(value)
  return Number.isFinite(count) && count >= 0 && count <= max ? Math.round(count) : null
}
