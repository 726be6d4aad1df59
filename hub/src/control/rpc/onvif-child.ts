/** The program behind each found device: asks it over ONVIF for its facts and its streams, with a login. CAM-12. */
import onvif, { type Cam, type CamProfile, type RequestCallback } from 'onvif'
import { serveChildTask } from './child-task.ts'
import type { DeviceFacts, DeviceInput, DeviceStream } from './discover.ts'

const REQUEST_MS = 4_000
const PROFILES_MAX = 8
const WORD_CHARACTERS = 200
/** What users may be called in XML. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

serveChildTask(askDevice, (thrown) => ({ code: codeOf(thrown), params: {} }))

async function askDevice({ address, port, path, username, password }: DeviceInput): Promise<DeviceFacts> {
  const cam = new onvif.Cam({
    hostname: address,
    port,
    path,
    username: username.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!),
    password,
    timeout: REQUEST_MS,
    autoconnect: false,
    // Whatever other addresses the device names, this one was allowed.
    preserveAddress: true,
  })
  cam.on('error', () => {})
  // Its clock: the login holds the time. A device without one is asked all the same.
  await said((done) => cam.getSystemDateAndTime(done)).catch(() => {})
  const facts = await said<Record<string, unknown>>((done) => cam.getDeviceInformation(done))
  await said((done) => cam.getServices(true, done)).catch(() => said((done) => cam.getCapabilities(done)))
  await said((done) => cam.getProfiles(done))
  const streams: DeviceStream[] = []
  for (const profile of (cam.profiles ?? []).slice(0, PROFILES_MAX)) {
    const stream = await streamOf(cam, profile, address)
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

/** One answer of the library; it gives null for no error. */
function said<T>(ask: (done: RequestCallback<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => ask((error, data) => (error ? reject(error) : resolve(data as T))))
}

/** Null: the profile has no stream over RTSP. The host is the device's own, whatever it says. */
async function streamOf(cam: Cam, profile: CamProfile, address: string): Promise<DeviceStream | null> {
  const profileToken = (profile.$ as { token?: unknown } | undefined)?.token ?? profile.token
  if (typeof profileToken !== 'string') return null
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

/** The library's errors by what they are about; what it stumbles over is an answer that cannot be read. */
function codeOf(thrown: unknown) {
  const { code, message } = thrown as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'refused'
  if (/not ?authorized|authentication failed|authority/i.test(message)) return 'wrong-password'
  if (/timeout/i.test(message)) return 'timeout'
  return typeof code === 'string' && code.startsWith('E') ? 'unreachable' : 'answer-unreadable'
}
