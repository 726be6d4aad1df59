/** The program behind each found device: asks it over ONVIF for its facts and its streams, with a login. CAM-12. */
import type { Cam, CamProfile } from 'onvif'
import { serveChildTask } from './child-task.ts'
import type { DeviceFacts, DeviceInput, DeviceStream } from './discover.ts'
import { codeOf, findServices, openDevice, said, tokenOf } from './onvif-camera.ts'

const PROFILES_MAX = 8
const WORD_CHARACTERS = 200

serveChildTask(askDevice, (thrown) => ({ code: codeOf(thrown), params: {} }))

async function askDevice(device: DeviceInput): Promise<DeviceFacts> {
  const cam = await openDevice(device)
  const facts = await said<Record<string, unknown>>((done) => cam.getDeviceInformation(done))
  await findServices(cam)
  await said((done) => cam.getProfiles(done))
  const streams: DeviceStream[] = []
  for (const profile of (cam.profiles ?? []).slice(0, PROFILES_MAX)) {
    const stream = await streamOf(cam, profile, device.address)
    if (stream) streams.push(stream)
  }
  const { manufacturer, model, firmwareVersion, serialNumber } = facts
  return {
    manufacturer: wordOf(manufacturer),
    model: wordOf(model),
    firmware: wordOf(firmwareVersion),
    serialNumber: wordOf(serialNumber),
    streams,
  }
}

/** Null: the profile has no stream over RTSP. The host is the device's own, whatever it says. */
async function streamOf(cam: Cam, profile: CamProfile, address: string): Promise<DeviceStream | null> {
  const profileToken = tokenOf(profile)
  if (profileToken === null) return null
  const { uri } = await said<{ uri: unknown }>((done) => cam.getStreamUri({ protocol: 'RTSP', profileToken }, done))
  const url = typeof uri === 'string' ? URL.parse(uri) : null
  if (url?.protocol !== 'rtsp:' || url.href.length > 1_500) return null
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
