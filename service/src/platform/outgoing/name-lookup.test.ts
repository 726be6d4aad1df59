import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Partner, startPartner } from '#testing/servers/partner.ts'
import { createNameLookup, type NameLookup } from './name-lookup.ts'
import { postJson } from './outbound.ts'

/** A resolver that takes queries and answers: never, or with this address and no time to keep it. */
let queries = 0
let answers = false
let address = [203, 0, 113, 9]
/** How queries for IPv4 (1) and for IPv6 (28) are answered: with as many addresses, or an error of RFC 1035 (2, 3, 5). */
type Reply = { count: number; error: number } | 'silence'
const USUAL: Record<number, Reply> = { 1: { count: 1, error: 0 }, 28: { count: 0, error: 0 } }
const repliesOf = new Map<string, Record<number, Reply>>()
const V6 = [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 7]
const socket = createSocket('udp4', (query, sender) => {
  queries++
  const end = query.indexOf(0, 12)
  const type = query.readUInt16BE(end + 1)
  const name = query.toString('latin1', 13, 13 + query[12]!)
  const reply = (repliesOf.get(name) ?? USUAL)[type] ?? 'silence'
  if (!answers || reply === 'silence') return
  const head = Buffer.from(query.subarray(0, end + 5))
  head.writeUInt16BE(0x8180 | reply.error, 2)
  head.writeUInt16BE(reply.count, 6)
  head.writeUInt16BE(0, 10)
  const bytes = type === 1 ? address : V6
  const found = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
  socket.send(Buffer.concat([head, ...Array<Buffer>(reply.count).fill(found)]), sender.port, sender.address)
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

describe('a name of which one family is broken', () => {
  const good = fc.integer({ min: 1, max: 4 }).map((count): Reply => ({ count, error: 0 }))
  /** No address, SERVFAIL, NXDOMAIN, REFUSED. */
  const bad = fc.constantFrom(0, 2, 3, 5).map((error): Reply => ({ count: 0, error }))
  let count = 0
  const found = (replies: Record<number, Reply>) => {
    const name = `several-${count++}`
    repliesOf.set(name, replies)
    return createNameLookup({ servers })(`${name}.example`)
  }
  beforeEach(() => {
    answers = true
    address = [203, 0, 113, 9]
  })

  test('is found in the other one, whatever the first one says', async () => {
    await fc.assert(
      fc.asyncProperty(good, bad, fc.boolean(), async (whole, broken, isV4) => {
        const addresses = await found(isV4 ? { 1: whole, 28: broken } : { 1: broken, 28: whole })
        expect(new Set(addresses)).toEqual(new Set([isV4 ? '203.0.113.9' : '2001:db8::7']))
      }),
    )
  })

  test('is found in the other one while the resolver is silent about the first one', async () => {
    const one: Reply = { count: 1, error: 0 }
    expect(await Promise.all([found({ 1: one, 28: 'silence' }), found({ 1: 'silence', 28: one })])).toEqual([
      ['203.0.113.9'],
      ['2001:db8::7'],
    ])
  })
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
