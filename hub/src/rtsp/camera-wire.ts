/**
 * Carries RTSP: over its own connection, or over HTTP (Apple, Tunnelling RTSP and RTP over HTTP): a GET carries what the camera sends, a POST what is sent to it,
 * in base64. For a camera that answers RTSP at a port of HTTP only. REAL-09
 */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type NetworkCamera, plainUrl } from './camera-address.ts'
import { cameraSocket } from './camera-socket.ts'

const HEAD_BYTES_MAX = 4_096
const TYPE = 'application/x-rtsp-tunnelled'

/** `socket`: what the camera sends; `write` sends RTSP; `opened`: the connection is trusted, and a tunnel is agreed. */
export type CameraWire = { socket: Socket; write: (bytes: Buffer) => void; opened: Promise<unknown> }
type OnBytes = (bytes: Buffer) => void

/** `onBytes` gets the camera's RTSP. */
export function openWire(camera: NetworkCamera, isTunnelled: boolean, onBytes: OnBytes): CameraWire {
  if (isTunnelled) return openTunnel(camera, onBytes)
  const socket = cameraSocket(camera.url, camera.address, camera.login.certificate, onBytes)
  const opened = new Promise((resolve) => socket.once('trusted', resolve))
  return { socket, write: (bytes) => void socket.write(bytes), opened }
}

/** `onBytes` also gets a response that refuses the tunnel. */
function openTunnel({ url, address, login }: NetworkCamera, onBytes: OnBytes): CameraWire {
  const cookie = randomBytes(11).toString('hex')
  const request = (method: string, headers: string) => {
    const path = plainUrl(url).replace(/^[^/]+\/\/[^/]+/, '') || '/'
    return `${method} ${path} HTTP/1.0\r\nHost: ${url.host}\r\nUser-Agent: Mimamori\r\nx-sessioncookie: ${cookie}\r\n${headers}\r\n`
  }
  let head: Buffer | null = Buffer.alloc(0)
  const socket = cameraSocket(url, address, login.certificate, (bytes) => {
    if (head === null) return onBytes(bytes)
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0 && head.length < HEAD_BYTES_MAX) return
    const all = head
    head = null
    const isAgreed = end >= 0 && /^HTTP\/1\.\d 200\b/.test(all.toString('latin1', 0, end))
    if (!isAgreed) return onBytes(all)
    openPost()
    if (all.length > end + 4) onBytes(all.subarray(end + 4))
  })
  socket.once('trusted', () => socket.write(request('GET', `Accept: ${TYPE}\r\n`)))
  let post: Socket | null = null
  /** Cameras know the second connection by the first. */
  function openPost() {
    post = cameraSocket(url, address, login.certificate, () => {})
    post.once('trusted', () => {
      post!.write(request('POST', `Content-Type: ${TYPE}\r\nContent-Length: 32767\r\n`))
      socket.emit('tunnelled')
    })
    post.on('error', (error) => socket.destroy(error))
    post.resume()
    socket.once('close', () => post!.destroy())
  }
  const opened = new Promise((resolve) => socket.once('tunnelled', resolve))
  return { socket, write: (bytes) => void post?.write(bytes.toString('base64')), opened }
}
