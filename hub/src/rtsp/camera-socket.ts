/** The only place that connects to a camera: to an address that was checked before, never to a name. */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { CameraError } from '#platform/camera-error.ts'
import type { Credentials } from './rtsp.ts'

const READ_BYTES = 64 * 1024

/**
 * `onBytes` gets received bytes, which are valid until it returns, because one buffer serves the whole connection.
 * `url` gives port and server name. With `rtsps:` the connection is encrypted, and the socket emits `trusted` once the
 * certificate is accepted (see `Credentials`) or from a known authority; another one ends it with a CameraError.
 */
export function cameraSocket(
  url: URL,
  address: string,
  certificate: Credentials['certificate'],
  onBytes: (bytes: Buffer) => void,
): Socket {
  const isTls = url.protocol === 'rtsps:'
  const port = Number(url.port) || (isTls ? 322 : 554)
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const onread = {
    buffer,
    callback(count: number) {
      onBytes(buffer.subarray(0, count))
      return true
    },
  }
  if (!isTls) {
    const socket = connectPlain({ host: address, port, noDelay: true, onread })
    return socket.once('connect', () => socket.emit('trusted'))
  }
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(name) === 0 ? name : undefined
  // Cameras have self-signed certificates: checked below, before any request is sent.
  const socket = connectTls({ host: address, port, servername, rejectUnauthorized: false })
  socket.setNoDelay(true)
  socket.on('data', onBytes)
  socket.once('secureConnect', () => {
    const error = certificateError(socket, certificate ?? null, url)
    if (error) socket.destroy(error)
    else socket.emit('trusted')
  })
  return socket
}

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
