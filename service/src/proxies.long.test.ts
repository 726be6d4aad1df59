/** The service over HTTPS as operators run it: behind Caddy, nginx and HAProxy, and with its own certificate. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@mimamori/contract/client.ts'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { FILES, issueCertificate } from '#platform/http/authority.ts'
import { insertHub, raised } from '#service/fleet/hub/testing.ts'
import { bigFrame, frame, Peer, play, putOnline } from '#service/footage/live/testing.ts'
import { ask, CLIENT_ADDRESS, nameOf, type Origin, open, wayTo } from './testing/https-client.ts'
import { HOST, hasProxies, type Proxies, startDocumentedHaproxy, startProxies } from './testing/proxies.ts'
import { hasHaproxy } from './testing/servers/haproxy.ts'
import { freePort } from './testing/servers/ports.ts'
import { startService, type TestService } from './testing/service.ts'

const PASSWORD = 'correct horse 見守り'
const MIB = 1024 * 1024
const NOISE = randomBytes(MIB)
const JSON_TYPE = { 'content-type': 'application/json' }
/** An address in the range of the trusted proxies, and one elsewhere. */
const FORGED = '127.0.0.66, 203.0.113.9'

let service: TestService
let own: TestService
let proxies: Proxies | undefined
let haproxy: Awaited<ReturnType<typeof startDocumentedHaproxy>> | undefined
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-own-'))
  await issueCertificate(folder, [HOST], systemClock.now())
  service = await startService({
    // All run on this machine, including the client: its own header must be ignored nevertheless.
    env: { MIMAMORI_PUBLIC_URL: `https://${HOST}`, MIMAMORI_PROXIES: '127.0.0.0/8' },
  })
  const env = { MIMAMORI_TLS_CERT: join(folder, FILES.cert), MIMAMORI_TLS_KEY: join(folder, FILES.key) }
  own = await startService({ beside: service, clock: service.clock, env })
  await own.listen()
  const port = Number(new URL(await service.listen()).port)
  // Nothing listens at the port of the second instance: its calls are sent to the first.
  if (hasHaproxy) haproxy = await startDocumentedHaproxy([port, await freePort()])
  if (hasProxies) proxies = await startProxies({ shipped: [port, await freePort()], caddy: port, nginx: port })
})
afterAll(async () => {
  await Promise.all([proxies?.stop(), haproxy?.stop()])
  await own?.stop()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Way = 'shipped' | 'caddy' | 'nginx' | 'haproxy' | 'own'
const serviceOf = (way: Way) => (way === 'own' ? own : service)
function originOf(way: Way): Origin {
  if (way === 'haproxy') return haproxy!.origin
  if (way !== 'own') return proxies![way]
  const { port } = own.app.http.server.address() as AddressInfo
  return { host: HOST, port, ca: readFileSync(join(folder, FILES.ca), 'utf8') }
}

async function home() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  await putOnline(service, tenant)
  const nurse = await service.user({ role: 'USER', tenant })
  return { hub, nurse, cameraId: hub.cameraIds[0]! }
}
type Home = Awaited<ReturnType<typeof home>>

async function listen(way: Way, token: string) {
  const { answer, end } = await open(originOf(way), '/api/stream', { headers: { 'x-authtoken': token } })
  ends.push(end)
  let text = ''
  answer.on('data', (part: Buffer) => {
    text += part.toString()
  })
  await vi.waitFor(() => expect(text).toContain(': open'))
  return { text: () => text }
}

function dial(way: Way, path: string, headers: Record<string, string>): Peer {
  const origin = originOf(way)
  const peer = new Peer(`wss://${nameOf(origin)}`, path, headers, wayTo(origin))
  ends.push(() => peer.socket.terminate())
  return peer
}

type Clip = { id: string; length: number; body: AsyncIterable<Uint8Array>; token?: string }
const putClip = (way: Way, { hub, cameraId }: Home, { id, length, body, token = hub.token }: Clip) =>
  ask(
    originOf(way),
    `/api/${pathOf(endpoints['hub.putMedia'], { params: { id }, query: { cameraId, contentType: 'video/mp4' } })}`,
    {
      method: 'PUT',
      headers: {
        'x-authtoken': token,
        'content-type': 'application/octet-stream',
        'content-length': String(length),
      },
      body,
    },
  )
const post = (way: Way, path: string, token: string, body: unknown) =>
  ask(originOf(way), path, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'x-authtoken': token },
    body: JSON.stringify(body),
  })

/** Bytes that begin like an MP4. */
function film(mebibytes: number): Buffer {
  const of = Buffer.concat(Array.from({ length: mebibytes }, () => NOISE))
  of.write('\0\0\0\x18ftypmp42', 'latin1')
  return of
}

/** Resolves when a call with this text in its URL has arrived at the service. */
function arrival(server: Server, words: string): Promise<void> {
  return new Promise((resolve) => {
    server.on('request', function look({ url }: IncomingMessage) {
      if (!url!.includes(words)) return
      server.off('request', look)
      resolve()
    })
  })
}

function works(way: Way): void {
  test('OPS-05 a sign-in arrives by HTTPS, and the audit has the client’s address, not a forged one', async () => {
    const user = await service.user({ role: 'USER', password: PASSWORD })
    const { status, headers, text } = await ask(originOf(way), '/api/login', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-forwarded-for': FORGED, 'x-forwarded-proto': 'http', forwarded: 'for=203.0.113.9' },
      body: JSON.stringify({
        userName: user.email,
        userPassword: Buffer.from(PASSWORD).toString('base64'),
        deviceType: 'web',
      }),
    })
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    expect(JSON.parse(text)).toMatchObject({ id: user.id })
    const addresses = await service.sql`
      select host(a.ip) as audit, host(s.ip) as session from audit a join session s on s.id = a.object_id
      where a.actor_user_id = ${user.id} and a.action = 'session.login'`
    expect([...addresses]).toEqual([{ audit: CLIENT_ADDRESS, session: CLIENT_ADDRESS }])
  })

  test('OPS-05 an alert of a hub is at once in the stream of an open console', async () => {
    const { hub, nurse, cameraId } = await home()
    const stream = await listen(way, nurse.token)
    const alert = raised(cameraId, service.clock.now(), { appCode: 'A005', severity: 'critical' })
    const answer = await post(way, '/api/hub/events', hub.token, {
      epoch: randomUUID(),
      fromSequence: 1,
      events: [alert],
    })
    expect([answer.status, answer.text]).toEqual([200, '{"cursor":1}'])
    await vi.waitFor(() => expect(stream.text()).toContain(alert.alertId))
  })

  test('OPS-05 live video passes from the hub to a viewer, and to no page of another origin', async () => {
    const { hub, nurse, cameraId } = await home()
    const openLive = async (): Promise<string> => {
      const { text } = await post(
        way,
        `/api/${pathOf(endpoints['live.open'], { params: { cameraId } })}`,
        nurse.token,
        {},
      )
      return `live/socket?ticket=${JSON.parse(text).ticket}`
    }
    const peer = dial(way, 'hub/socket', { 'x-authtoken': hub.token })
    await peer.opened()
    const viewer = dial(way, await openLive(), { origin: `https://${nameOf(originOf(way))}` })
    await viewer.hears([{ type: 'waiting' }])
    await vi.waitFor(() => expect(peer.heard.at(-1)).toMatchObject({ type: 'live-start', cameraId }))
    play(peer, cameraId, frame('I', 0), bigFrame('K', 1), frame('f', 2))
    const init = { type: 'init', codec: 'avc1.640028', width: 640, height: 360 }
    await viewer.hears([{ type: 'waiting' }, init, 'I0', 'K1', 'f2'])

    const foreign = dial(way, await openLive(), { origin: 'https://evil.example' })
    await vi.waitFor(() => expect(foreign.closed).not.toBeNull())
    expect(foreign.heard).toEqual([])
  })

  test('OPS-05 a clip passes while the hub still sends it, and is read back whole and in parts', async () => {
    const at = await home()
    const { hub, nurse, cameraId } = at
    const [id, clip] = [randomUUID(), film(24)]
    const arrived = arrival(serviceOf(way).app.http.server, id)
    async function* sent() {
      yield clip.subarray(0, MIB)
      await arrived
      yield clip.subarray(MIB)
    }
    const alert = raised(cameraId, service.clock.now(), { hasClip: true })
    const ready = { type: 'clip-ready', alertId: alert.alertId, mediaId: id, durationMs: 15_000, alertAtMs: 5_000 }
    expect((await putClip(way, at, { id, length: clip.length, body: sent() })).status).toBe(200)
    await post(way, '/api/hub/events', hub.token, { epoch: randomUUID(), fromSequence: 1, events: [alert, ready] })

    const { body } = await service.call(nurse.token, 'alert.get', { params: { id: alert.alertId } })
    const whole = await ask(originOf(way), body.clipUrl!)
    expect([whole.status, whole.bytes.equals(clip)]).toEqual([200, true])
    const part = await ask(originOf(way), body.clipUrl!, { headers: { range: `bytes=${5 * MIB}-${6 * MIB - 1}` } })
    expect([part.status, part.headers['content-range'], part.bytes.equals(clip.subarray(5 * MIB, 6 * MIB))]).toEqual([
      ...[206, `bytes ${5 * MIB}-${6 * MIB - 1}/${clip.length}`, true],
    ])
  })

  test.each([
    ['a clip above the limit', 413, 'too-large', film(65), undefined],
    ['what is not a clip', 400, 'invalid-request', Buffer.alloc(16 * MIB, 'x'), undefined],
    ['a clip of a hub without a key', 401, 'session-ended', film(16), 'none'],
  ])('OPS-05 %s is refused by the service’s own words, not by a lost line', async (_of, status, key, clip, token) => {
    async function* sent() {
      for (let at = 0; at < clip.length; at += MIB) yield clip.subarray(at, at + MIB)
    }
    const answer = await putClip(way, await home(), { id: randomUUID(), length: clip.length, body: sent(), token })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, expect.objectContaining({ key })])
  })

  test('OPS-05 a document above the limit gets the service’s own error', async () => {
    const { nurse } = await home()
    const answer = await post(way, '/api/unit/search', nurse.token, { search: 'x'.repeat(20 * MIB) })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([413, expect.objectContaining({ key: 'too-large' })])
  })
}

const isMissing = (way: Way) => (way === 'haproxy' ? !hasHaproxy : !hasProxies)
for (const way of ['shipped', 'caddy', 'nginx', 'haproxy'] as const)
  describe.skipIf(isMissing(way))(`behind a proxy: ${way}`, () => behindProxy(way))

function behindProxy(way: Way): void {
  works(way)

  test('OPS-05 eight tabs of one browser share one connection, and calls pass beside their streams', async () => {
    const { nurse } = await home()
    const origin = originOf(way)
    const session = connectHttp2(`https://${nameOf(origin)}`, wayTo(origin))
    ends.push(() => session.destroy())
    await once(session, 'connect')
    const begin = (path: string) => session.request({ ':path': path, 'x-authtoken': nurse.token })
    const tabs = Array.from({ length: 8 }, () => begin('/api/stream'))
    const texts = tabs.map(() => '')
    for (const [i, tab] of tabs.entries()) tab.on('data', (part: Buffer) => (texts[i] += part.toString()))
    await vi.waitFor(() => expect(texts.every((text) => text.includes(': open'))).toBe(true))
    const call = begin('/api/firstRun')
    const statuses: unknown[] = []
    call.on('response', (headers) => statuses.push(headers[':status'])).resume()
    await vi.waitFor(() => expect(statuses).toEqual([200]))
  })
}

describe('with its own certificate', () => works('own'))
