/** One device over ONVIF, by the library, with a login: for programs in a process of their own. CAM-12, REAL-09. */
import onvif, { type Cam, type CamProfile, type RequestCallback } from 'onvif'

export type OnvifLogin = {
  address: string
  port: number
  path: string
  /** The device answers over https only. */
  isSecure?: boolean
  username: string
  password: string
}

const REQUEST_MS = 4_000
/** What users may be called in XML. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Words of people or devices, as the library may write them into a request. */
export const escaped = (words: string) => words.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!)

/** Knows its clock afterwards, since the login holds the time; a device without one is asked all the same. */
export async function openDevice({
  address,
  port,
  path,
  isSecure = false,
  username,
  password,
}: OnvifLogin): Promise<Cam> {
  const cam = new onvif.Cam({
    hostname: address,
    port,
    path,
    username: escaped(username),
    password,
    timeout: REQUEST_MS,
    useSecure: isSecure,
    // Devices have certificates of their own making; the password goes out as a digest.
    secureOpts: { rejectUnauthorized: false },
    autoconnect: false,
    // Whatever other addresses the device names, this one was allowed.
    preserveAddress: true,
  })
  cam.on('error', () => {})
  await said((done) => cam.getSystemDateAndTime(done)).catch(() => {})
  return cam
}

/** Where its services are; many devices answer all requests at one address. */
export async function findServices(cam: Cam): Promise<void> {
  await said((done) => cam.getServices(true, done))
    .catch(() => said((done) => cam.getCapabilities(done)))
    .catch(() => {})
  cam.uri ??= {}
  if (!cam.uri.media && !cam.media2Support) cam.uri.media = { path: cam.path } as NonNullable<Cam['uri']>['media']
}

let stumble: ((thrown: unknown) => void) | null = null

/** One answer of the library; it gives null for no error. */
export function said<T>(ask: (done: RequestCallback<T>) => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    stumble = reject
    ask((error, data) => (error ? reject(error) : resolve(data as T)))
  })
}

/** The library throws, beyond its callback, for answers that lack a part: fails the current request alone. */
export function failRequest(thrown: unknown): boolean {
  const reject = stumble
  stumble = null
  reject?.(thrown)
  return reject !== null
}

export function tokenOf(profile: CamProfile): string | null {
  const token = (profile.$ as { token?: unknown } | undefined)?.token ?? profile.token
  return typeof token === 'string' ? token : null
}

/** The library's errors by what they are about; what it stumbles over is an answer that cannot be read. */
export function codeOf(thrown: unknown) {
  const { code, message } = thrown as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'refused'
  if (/not ?authorized|authentication failed|authority/i.test(message)) return 'login-wrong'
  if (/timeout/i.test(message)) return 'timeout'
  return typeof code === 'string' && code.startsWith('E') ? 'unreachable' : 'answer-unreadable'
}
