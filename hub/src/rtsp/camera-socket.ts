/** The only place that connects to a camera: to an address that was checked before, never to a name. */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { CameraError } from '#platform/camera-error.ts'
import type { Credentials } from './camera-address.ts'

const READ_BYTES = 64 * 1024

const PORTS: Record<string, number> = { 'rtsp:': 554, 'rtsps:': 322, 'http:': 80, 'https:': 443 }

/**
 * `onBytes` gets received bytes, which are valid until it returns, because one buffer serves the whole connection. Else as
 * `trustedSocket`.
 */
export function cameraSocket(
  url: URL,
  address: string,
  certificate: Credentials['certificate'],
  onBytes: (bytes: Buffer) => void,
): Socket {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const onread = {
    buffer,
    callback(count: number) {
      onBytes(buffer.subarray(0, count))
      return true
    },
  }
  if (!isEncrypted(url)) return trusted(connectPlain({ host: address, port: portOf(url), noDelay: true, onread }))
  return trustedSocket(url, address, certificate).on('data', onBytes)
}

/**
 * `url` gives port and server name. With `rtsps:` and `https:` the connection is encrypted, and the socket emits `trusted`
 * once the certificate is accepted (see `Credentials`) or from a known authority; another one ends it with a CameraError.
 */
export function trustedSocket(url: URL, address: string, certificate: Credentials['certificate']): Socket {
  const port = portOf(url)
  if (!isEncrypted(url)) return trusted(connectPlain({ host: address, port, noDelay: true }))
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(name) === 0 ? name : undefined
  // Cameras have self-signed certificates: checked below, before any request is sent.
  const socket = connectTls({ host: address, port, servername, rejectUnauthorized: false })
  socket.setNoDelay(true)
  return socket.once('secureConnect', () => {
    const error = certificateError(socket, certificate ?? null, url)
    if (error) socket.destroy(error)
    else socket.emit('trusted')
  })
}

const isEncrypted = ({ protocol }: URL) => protocol === 'rtsps:' || protocol === 'https:'
const portOf = ({ port, protocol }: URL) => Number(port) || PORTS[protocol]!
const trusted = (socket: Socket) => socket.once('connect', () => socket.emit('trusted'))

/** Null: the certificate is trusted. */
function certificateError(socket: TLSSocket, accepted: string | null, { host }: URL): CameraError | null {
  if (socket.authorized) return null
  const fingerprint = socket.getPeerCertificate().fingerprint256?.replaceAll(':', '') ?? ''
  if (accepted !== null && fingerprint === accepted) return null
  const code = accepted === null ? 'certificate-unknown' : 'certificate-changed'
  return new CameraError({ code, params: { host, fingerprint } })
}

/** Why the connection failed. */
export function connectionError({ host }: URL, error: NodeJS.ErrnoException): CameraError {
  if (error instanceof CameraError) return error
  if (error.code === 'ECONNREFUSED') return new CameraError({ code: 'refused', params: { host } })
  return new CameraError({ code: 'unreachable', params: { host, detail: error.code ?? 'connection failed' } })
}
