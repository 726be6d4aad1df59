/** The one place where a connection to a camera is made: to an address that was judged before, never to a name. */
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { RtspError } from '#media/rtsp.ts'

/** Calls `onConnect` when words may be said, for `rtsps:` when they are encrypted. `url` names port and server. */
export function cameraSocket(url: URL, address: string, onConnect: () => void): Socket {
  const isTls = url.protocol === 'rtsps:'
  const port = Number(url.port) || (isTls ? 322 : 554)
  if (!isTls) return connectPlain({ host: address, port }, onConnect)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(name) === 0 ? name : undefined
  // Cameras sign their own certificates; the login is protected by digest, the network by the site.
  return connectTls({ host: address, port, servername, rejectUnauthorized: false }, onConnect)
}

/** Why there is no connection, in words. */
export function connectionFault({ host }: URL, error: NodeJS.ErrnoException): RtspError {
  if (error.code === 'ECONNREFUSED') {
    return new RtspError('refused', `${host} refuses the connection: no camera listens there.`)
  }
  return new RtspError('unreachable', `${host} cannot be reached (${error.code ?? 'connection failed'}).`)
}
