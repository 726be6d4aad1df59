/** Asks a camera over HTTP, at an address that was checked before and over a connection that is trusted. REAL-09 */
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { CameraError } from '#platform/camera-error.ts'
import { type NetworkCamera, plainUrl } from '../camera-address.ts'
import { connectionError, trustedSocket } from '../camera-socket.ts'

const ACCEPT = 'multipart/x-mixed-replace, image/jpeg, */*;q=0.5'

/** What is asked, as in the first line of the request. */
export function pathOf(url: URL): string {
  return plainUrl(url).replace(/^[^/]+\/\/[^/]+/, '') || '/'
}

/** The response, whose body is not read yet; `signal` ends it. Throws a CameraError. */
export function ask(
  camera: NetworkCamera,
  url: URL,
  authorization: string | null,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { address, login } = camera
  const headers = { host: url.host, 'user-agent': 'Mimamori', accept: ACCEPT, ...(authorization && { authorization }) }
  return new Promise((resolve, reject) => {
    let isConnected = false
    const fail = (error: NodeJS.ErrnoException) => reject(requestError(url, error, isConnected))
    // A request that has no connection yet does not end by itself.
    signal.addEventListener('abort', () => fail(new Error('aborted')), { once: true })
    const createConnection = (_: unknown, use: (error: Error | null, socket: Socket) => void) => {
      const socket = trustedSocket(url, address, login.certificate)
      socket.on('error', fail)
      socket.once('trusted', () => {
        isConnected = true
        use(null, socket)
      })
      signal.addEventListener('abort', () => socket.destroy(), { once: true })
      return undefined
    }
    // Cameras end lines as they like, and repeat headers.
    const asked = request({ path: pathOf(url), headers, createConnection, insecureHTTPParser: true, signal })
    asked.on('response', (answer) => resolve(answer.on('error', () => {})))
    asked.on('error', fail)
    asked.end()
  })
}

function requestError(url: URL, error: NodeJS.ErrnoException, isConnected: boolean): CameraError {
  const params = { host: url.host }
  if (error.code?.startsWith('HPE_')) return new CameraError({ code: 'not-camera', params })
  // It was reached, and hung up.
  if (isConnected && error.code === 'ECONNRESET') return new CameraError({ code: 'closed-early', params })
  return connectionError(url, error)
}
