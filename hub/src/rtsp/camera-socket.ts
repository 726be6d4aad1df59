/** The one place where a connection to a camera is made: to an address that was judged before, never to a name. */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { CameraError } from '#platform/camera-error.ts'

const READ_BYTES = 64 * 1024

/**
 * `onBytes` gets what the camera sends; the bytes are good until it returns, since one buffer serves the whole connection.
 * `url` names port and server; with `rtsps:` everything is encrypted.
 */
export function cameraSocket(url: URL, address: string, onBytes: (bytes: Buffer) => void): Socket {
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
  if (!isTls) return connectPlain({ host: address, port, noDelay: true, onread })
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(name) === 0 ? name : undefined
  // Cameras sign their own certificates; the login is protected by digest, the network by the site.
  const socket = connectTls({ host: address, port, servername, rejectUnauthorized: false })
  socket.setNoDelay(true)
  socket.on('data', onBytes)
  return socket
}

/** Why there is no connection. */
export function connectionError({ host }: URL, error: NodeJS.ErrnoException): CameraError {
  if (error.code === 'ECONNREFUSED') return new CameraError({ code: 'refused', params: { host } })
  return new CameraError({ code: 'unreachable', params: { host, detail: error.code ?? 'connection failed' } })
}
