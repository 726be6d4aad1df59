import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accepts, type Partner, startPartner } from '#testing/servers/partner.ts'
import { postJson } from './outbound.ts'

/** Notations of addresses that must not be reachable from outside. */
const INSIDE = [
  ...[
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://localhost',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.1',
  ],
  ...['https://017700000001', 'https://0.0.0.0', 'https://[::1]', 'https://[::]', 'https://[::ffff:127.0.0.1]'],
  ...[
    'https://[::ffff:7f00:1]',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
  ],
  ...['https://[fe80::1]', 'https://[fd00::1]', 'https://[fd00:ec2::254]', 'https://100.64.0.1', 'https://224.0.0.1'],
  ...['https://255.255.255.255', 'https://[64:ff9b::7f00:1]', 'https://[2002:7f00:1::]', 'https://192.0.2.1'],
  ...[
    'http://8.8.8.8',
    'ftp://8.8.8.8',
    'file:///etc/passwd',
    'gopher://8.8.8.8',
    'https://user:pass@8.8.8.8',
    'nonsense',
  ],
]

const post = (url: string, more: object = {}) =>
  postJson({ url, headers: {}, body: '{}', allowed: [], timeoutMs: 1_000, ...more })

test.each(INSIDE)('S9 %s is not asked', async (address) => {
  expect(await post(`${address}/`)).toEqual({ reason: 'address-denied' })
})

test('S9 a public name with an internal address, even as one of several, is not called', async () => {
  const resolve = async () => ['203.0.113.9', '10.0.0.7']
  expect(await post('https://partner.example/', { resolve: async () => ['10.0.0.7'] })).toEqual({
    reason: 'address-denied',
  })
  expect(await post('https://partner.example/', { resolve })).toEqual({ reason: 'address-denied' })
  expect(await post('https://partner.example/', { resolve: async () => [] })).toEqual({ reason: 'unknown-host' })
})

test('S9 link-local addresses, where clouds keep their secrets, cannot even be allowed', async () => {
  const allowed = ['169.254.169.254', '0.0.0.0/0', '::/0', 'metadata.example']
  expect(await post('http://169.254.169.254/', { allowed })).toEqual({ reason: 'address-denied' })
  const resolve = async () => ['169.254.169.254']
  expect(await post('https://metadata.example/', { allowed, resolve })).toEqual({ reason: 'address-denied' })
})

test('S9 the name is resolved once: a second answer cannot lead elsewhere', async () => {
  const partner = await startPartner()
  partner.behave = accepts
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
  }
  const url = partner.url.replace('127.0.0.1', 'partner.example')
  const result = await post(url, { allowed: ['partner.example'], resolve })
  expect(result).toMatchObject({ answer: { status: 200 } })
  expect(asked).toEqual(['partner.example'])
  expect(partner.requests[0]!.headers.host).toMatch(/^partner\.example:/)
  await partner.stop()
})

test('an allowed range is asked though it is private', async () => {
  const partner = await startPartner()
  expect(await post(partner.url, { allowed: ['127.0.0.0/8'] })).toMatchObject({ answer: { isOk: true } })
  await partner.stop()
})

describe('a name with several addresses', () => {
  let partner: Partner
  const asked = (addresses: readonly string[]) => {
    const url = partner.url.replace('127.0.0.1', 'partner.example')
    return post(url, { allowed: ['partner.example'], timeoutMs: 10_000, resolve: async () => addresses })
  }
  beforeEach(async () => {
    partner = await startPartner()
  })
  afterEach(() => partner.stop())

  // Nobody listens on the loopback of IPv6 and on the other ones of IPv4.
  const broken = fc.constantFrom('::1', '0:0:0:0:0:0:0:1', '127.0.0.2', '127.9.9.9')
  const many = fc.array(broken, { minLength: 1, maxLength: 5 })

  test('is called once where one answers, in whatever order, with IPv6 first or last', async () => {
    await fc.assert(
      fc.asyncProperty(many, many, async (before, after) => {
        partner.requests.length = 0
        expect(await asked([...before, '127.0.0.1', ...after])).toMatchObject({ answer: { isOk: true } })
        expect(partner.requests).toHaveLength(1)
      }),
    )
  })

  test('is not called twice where the one that answers fails', async () => {
    partner.behave = (_, socket) => socket.destroy()
    await fc.assert(
      fc.asyncProperty(many, async (before) => {
        partner.requests.length = 0
        expect(await asked([...before, '127.0.0.1', '127.0.0.1'])).toEqual({ reason: 'cut-off' })
        expect(partner.requests).toHaveLength(1)
      }),
    )
  })

  test('is unreachable where none answers', async () => {
    await fc.assert(
      fc.asyncProperty(many, async (all) => {
        expect(await asked(all)).toEqual({ reason: 'unreachable' })
      }),
    )
  })

  test('is called at the next one while the first takes no connection', async () => {
    // A stopped program with a full queue: the system drops further requests to connect, as a broken network does.
    const listen =
      "require('net').createServer().listen({ host: '127.0.0.3', port: +process.argv[1], backlog: 1 }, () => console.log(1))"
    const { port } = new URL(partner.url)
    const silent = spawn(process.execPath, ['-e', listen, port], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(silent.stdout, 'data')
    silent.kill('SIGSTOP')
    const queued = Array.from({ length: 3 }, () => connect({ host: '127.0.0.3', port: Number(port) }))
    await Promise.all(queued.slice(0, 2).map((socket) => once(socket, 'connect')))
    expect(await asked(['127.0.0.3', '127.0.0.1'])).toMatchObject({ answer: { isOk: true } })
    for (const socket of queued) socket.destroy()
    silent.kill('SIGKILL')
  })
})
