/**
 * Browsers and a push service for tests: a real server that accepts messages, or fails as the test specifies, and real
 * decryption.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type PushMessage, pushMessage } from '@mimamori/contract/alerting/push-message.ts'

/** A custom response; `socket` for misbehavior that no correct server shows. */
export type PushBehaviour = (response: ServerResponse, socket: Socket) => void
export type TestBrowser = {
  /** The subscription as the browser gives it, JSON text. */
  subscription: string
  /** Messages to this browser, in order, including rejected ones. */
  received: { message: PushMessage; headers: IncomingHttpHeaders }[]
  /** The content of its screen: the last message of each tag. */
  shown(): PushMessage[]
  /** For this browser alone; null: as for all browsers. */
  behave: PushBehaviour | null
}
export type TestPush = {
  behave: PushBehaviour
  subscribe(): TestBrowser
  stop(): Promise<void>
}

const takes: PushBehaviour = (response) => void response.writeHead(201).end()
export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): PushBehaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body)

export async function startPush(): Promise<TestPush> {
  const browsers = new Map<string, { browser: TestBrowser; open: (body: Buffer) => PushMessage }>()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const found = browsers.get(request.url ?? '')
      found?.browser.received.push({ message: found.open(Buffer.concat(chunks)), headers: request.headers })
      const behave = found ? (found.browser.behave ?? self.behave) : answers(404)
      behave(response, request.socket)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: TestPush = {
    behave: takes,
    subscribe() {
      const path = `/send/${randomUUID()}`
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
      const browser: TestBrowser = {
        subscription: JSON.stringify({
          endpoint,
          expirationTime: null,
          keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
        }),
        received: [],
        shown: () => [...new Map(browser.received.map(({ message }) => [message.tag, message])).values()],
        behave: null,
      }
      browsers.set(path, { browser, open: (body) => openMessage(body, keys, p256dh, auth) })
      return browser
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return self
}

/** RFC 8291 and RFC 8188, as a browser does it. */
function openMessage(body: Buffer, keys: ReturnType<typeof createECDH>, own: Buffer, auth: Buffer): PushMessage {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const material = derived(keys.computeSecret(sender), auth, info, 32)
  const sealed = body.subarray(21 + sender.length)
  const key = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return pushMessage.parse(JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')))
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
