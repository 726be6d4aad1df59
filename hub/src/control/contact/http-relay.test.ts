/** A relay in the home's network over HTTP: a server on loopback, which also lies. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { driveHttp } from './http-relay.ts'
import { type HttpDevice, HttpRelayDevice } from './testing/http-relay-device.ts'

let relay: HttpRelayDevice
beforeEach(async () => {
  relay = await new HttpRelayDevice().start()
})
afterEach(() => relay.stop())

const WAYS = { isCheck: false, networks: LOOPBACK, signal: new AbortController().signal }
const drive = (want: ContactState, changes: Partial<HttpDevice> = {}, ways: Partial<typeof WAYS> = {}) =>
  driveHttp(relay.device(changes), { want, ...WAYS, ...ways })
const errorOf = (driven: Promise<unknown>) =>
  driven.then(
    () => null,
    (thrown) => (thrown.error ?? thrown.reason).code,
  )

test('REACH-60 a relay closes and opens by its addresses, with the header, and reports its state', async () => {
  expect(await drive('closed', { header: { name: 'Authorization', value: 'Bearer s3' } })).toEqual({
    ...{ state: 'closed', isReported: true },
  })
  expect([relay.isOn, relay.header, relay.asked]).toEqual([true, 'Bearer s3', ['POST /relay?turn=on', 'GET /state']])
  expect(await drive('open', { method: 'GET' })).toEqual({ state: 'open', isReported: true })
  expect([relay.isOn, relay.header, relay.asked.slice(2)]).toEqual([
    false,
    undefined,
    ['GET /relay?turn=off', 'GET /state'],
  ])
})

test('REACH-60 a relay without a state only accepts the request', async () => {
  expect(await drive('closed', { stateUrl: '' })).toEqual({ state: 'closed', isReported: false })
  expect(relay.asked).toEqual(['POST /relay?turn=on'])
})

test('REACH-62 a check touches a relay only if it reports the other state', async () => {
  expect(await drive('open', {}, { isCheck: true })).toEqual({ state: 'open', isReported: true })
  expect(relay.asked).toEqual(['GET /state'])
  expect(await drive('closed', {}, { isCheck: true })).toEqual({ state: 'closed', isReported: true })
  expect(relay.asked.slice(1)).toEqual(['GET /state', 'POST /relay?turn=on', 'GET /state'])
})

test('REACH-60 a relay that is slow to report is read again; one that sticks keeps its state', async () => {
  relay.lag = 2
  expect(await drive('closed')).toEqual({ state: 'closed', isReported: true })
  relay.lie = (_, answer) => answer.end('{"ison": false}')
  expect(await drive('closed')).toEqual({ state: 'open', isReported: true })
})

test.for<[string, string, (request: IncomingMessage, answer: ServerResponse) => void]>([
  ['a wrong password', 'login-wrong', (_, answer) => answer.writeHead(401).end()],
  ['an error', 'camera-error', (_, answer) => answer.writeHead(500).end('ison":true')],
  ['both states at once', 'answer-unreadable', (_, answer) => answer.end('"ison":true "ison":false')],
  ['neither state', 'answer-unreadable', (_, answer) => answer.end('<html>Log in</html>')],
  ['another place', 'redirected', (_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ['no HTTP', 'answer-unreadable', (request) => void request.socket.end('SSH-2.0-relay\r\n\r\n')],
  ['a hang-up', 'unreachable', (request) => void request.socket.destroy()],
  ['endless words', 'answer-unreadable', (_, answer) => answer.end('x'.repeat(100_000))],
  ['silence', 'timeout', () => {}],
])('REACH-60 %s is an error by its code', async ([, code, wrong]) => {
  relay.lie = wrong
  expect(await errorOf(drive('closed'))).toBe(code)
})

test('REACH-60 a hub opens no address outside of the networks of its site', async () => {
  const networks = { cidrs: ['10.0.0.0/8'], isLoopbackAllowed: false }
  expect(await errorOf(drive('closed', {}, { networks }))).toBe('network-not-allowed')
  const metadata = { closeUrl: 'http://169.254.169.254/latest' }
  expect(await errorOf(drive('closed', metadata))).toBe('network-not-allowed')
  expect(await errorOf(drive('closed', { closeUrl: 'file:///etc/passwd' }))).toBe('bad-address')
  expect(relay.asked).toEqual([])
  expect(await errorOf(drive('closed', { closeUrl: 'http://127.0.0.1:1/' }))).toBe('refused')
})
