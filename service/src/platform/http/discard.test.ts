import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService } from '#testing/service.ts'

let service: TestService
let address: string
/** One line for all calls, as between a proxy and the service. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  service = await startService()
  address = await service.listen()
})
afterAll(async () => {
  agent.destroy()
  await service.stop()
})

async function ask(path: string, method: string, headers: Record<string, string | number>, body?: Uint8Array) {
  const call = request(`${address}/api/${path}`, { agent, method, headers })
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const port = answer.socket.localPort
  return { status: answer.statusCode, text: await text(answer), port }
}

test.each([
  ['an upload', 'PUT', 'application/octet-stream', 'invalid-request'],
  ['a document', 'POST', 'application/json', 'too-large'],
])(
  '%s that is refused half way is read to its end, and the line carries the next call',
  async (_of, method, type, key) => {
    const hub = await insertHub(service)
    const body = Buffer.alloc(16 * 1024 * 1024, 'x')
    const headers = { 'x-authtoken': hub.token, 'content-type': type, 'content-length': body.length }
    const media = `hub/media/${randomUUID()}?cameraId=${hub.cameraIds[0]}&contentType=video/mp4`
    const refused = await ask(method === 'PUT' ? media : 'hub/events', method, headers, body)
    expect(JSON.parse(refused.text)).toMatchObject({ key })
    const next = await ask('firstRun', 'GET', {})
    expect([next.status, next.port]).toEqual([200, refused.port])
  },
)
