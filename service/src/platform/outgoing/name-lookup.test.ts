import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Partner, startPartner } from '#testing/servers/partner.ts'
import { createNameLookup, type NameLookup } from './name-lookup.ts'
import { postJson } from './outbound.ts'

/** A resolver that takes queries and answers: never, or with this address and no time to keep it. */
let queries = 0
let answers = false
let address = [203, 0, 113, 9]
const socket = createSocket('udp4', (query, sender) => {
  queries++
  if (!answers) return
  const reply = Buffer.from(query)
  reply.writeUInt16BE(0x8180, 2)
  const isAddress = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
  reply.writeUInt16BE(isAddress ? 1 : 0, 6)
  reply.writeUInt16BE(0, 10)
  const asked = reply.subarray(0, query.indexOf(0, 12) + 5)
  const found = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address])
  socket.send(Buffer.concat(isAddress ? [asked, found] : [asked]), sender.port, sender.address)
})
let servers: string[]
beforeAll(async () => {
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  servers = [`127.0.0.1:${socket.address().port}`]
})
afterAll(() => void socket.close())

test('a call ends at its deadline while the resolver is silent, for any number of names', async () => {
  const resolve = createNameLookup({ servers })
  const call = (name: string) =>
    postJson({ url: `https://${name}.example/`, headers: {}, body: '{}', allowed: [], timeoutMs: 300, resolve })
  const results = await Promise.all(Array.from({ length: 30 }, (_, n) => call(`host-${n}`)))
  expect(new Set(results.map((result) => 'reason' in result && result.reason))).toEqual(new Set(['timeout']))
})

test('an answer is remembered; an address and a name of the hosts file need no query', async () => {
  answers = true
  const resolve = createNameLookup({ servers })
  const found = [await resolve('push.example'), await resolve('PUSH.example')]
  const asked = queries
  expect(found).toEqual([['203.0.113.9'], ['203.0.113.9']])
  expect(await resolve('192.0.2.7')).toEqual(['192.0.2.7'])
  expect(await resolve('localhost')).toContain('127.0.0.1')
  expect(queries).toBe(asked)
})

describe('a name whose answers change (DNS rebinding)', () => {
  let partner: Partner
  beforeEach(async () => {
    partner = await startPartner()
    answers = true
    address = [127, 0, 0, 1]
  })
  afterEach(() => partner.stop())
  const call = (name: string, resolve: NameLookup) => {
    const url = partner.url.replace('127.0.0.1', name)
    return postJson({ url, headers: {}, body: '{}', allowed: ['127.0.0.1'], timeoutMs: 3_000, resolve })
  }

  test('S9 that leads inside after its first answer is never called there', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const resolve = createNameLookup({ servers })
    expect(await call('rebinding.example', resolve)).toMatchObject({ answer: { status: 200 } })
    address = [10, 0, 0, 7]
    expect(await call('rebinding.example', resolve)).toMatchObject({ answer: { status: 200 } })
    vi.advanceTimersByTime(61_000)
    expect(await call('rebinding.example', resolve)).toEqual({ reason: 'address-denied' })
    vi.useRealTimers()
  })

  test('S9 the connection goes to the address that was checked, whatever the name says by then', async () => {
    const lookup = createNameLookup({ servers })
    const resolve: NameLookup = async (host) => {
      const found = await lookup(host)
      address = [10, 0, 0, 7]
      return found
    }
    expect(await call('partner.example', resolve)).toMatchObject({ answer: { status: 200 } })
    expect(partner.requests).toHaveLength(1)
  })
})
