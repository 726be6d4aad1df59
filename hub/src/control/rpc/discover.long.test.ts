/** Finding cameras: a simulated ONVIF device over UDP and HTTP, and malicious devices. */
import { type AddressInfo, createServer } from 'node:net'
import { CAMERA_PROFILES } from '@mimamori/contract/camera/camera-profiles.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { discover } from './discover.ts'
import { deviceOf } from './onvif-search.ts'
import { addressesIn } from './rtsp-search.ts'
import { LOGIN, OnvifDevice, probeMatch } from './testing/onvif-device.ts'

let device: OnvifDevice
beforeEach(async () => {
  device = await new OnvifDevice().start()
})
afterEach(() => device.stop())

const never = new AbortController().signal
type Login = { username: string | null; password: string | null }
async function find(
  login: Login = { username: null, password: null },
  { hosts = ['127.0.0.1'], deviceMs = 6_000 } = {},
) {
  const options = { networks: LOOPBACK, environment: process.env, searchMs: 400, deviceMs, port: device.searchPort }
  return (await discover({ type: 'discover', hosts, ...login }, options, never)).result!.devices
}

describe('CAM-12 finding cameras', () => {
  test('CAM-12 a device answers a search by multicast, once, with its name and model', async () => {
    const [found, ...others] = await find(undefined, { hosts: [] })
    expect(found).toMatchObject({
      address: '127.0.0.1',
      name: 'Hall Camera',
      model: 'P3245',
      streams: [],
      error: null,
    })
    expect(others).toEqual([])
  })

  test('CAM-12 a named host is queried directly, by both types of device, and a device is found once', async () => {
    expect(await find()).toHaveLength(1)
    expect(new Set(device.probes).size).toBe(2)
  })

  test('CAM-12 a login shows model and streams, at the device’s address and without a password', async () => {
    const [found] = await find(LOGIN)
    expect(found).toEqual({
      address: '127.0.0.1',
      name: 'Hall Camera',
      manufacturer: 'AXIS',
      model: 'P3245-V',
      firmware: '11.8',
      serialNumber: 'ACCC8E000001',
      streams: [
        {
          name: 'Main',
          streamUrl: 'rtsp://127.0.0.1:8554/main',
          codec: 'H264',
          width: 1920,
          height: 1080,
          framesPerSecond: 15,
        },
      ],
      error: null,
    })
  })

  test('REAL-09 a device that wants digest with SHA-256 over HTTP is asked that way', async () => {
    const guard = new DigestGuard(LOGIN, 'IP Camera')
    guard.algorithms = ['MD5', 'SHA-256']
    device.guard = guard
    expect((await find(LOGIN))[0]).toMatchObject({ model: 'P3245-V', error: null })
    expect(new Set(guard.taken)).toEqual(new Set(['SHA-256']))
    expect((await find({ ...LOGIN, password: 'hanami' }))[0]!.error).toMatchObject({ code: 'login-wrong' })
  })

  test('REAL-09 a device that answers to its newer type alone is found', async () => {
    device.type = 'tds:Device'
    expect(await find()).toHaveLength(1)
  })

  test('REAL-09 whatever a device refuses, the streams of its other profiles are offered', async () => {
    const tokens = ['p1', 'p2', 'p3']
    const optional = ['GetDeviceInformation', 'GetServices', 'GetCapabilities', 'GetSystemDateAndTime']
    const rejected = fc.tuple(fc.subarray(optional), fc.subarray(tokens, { maxLength: 2 }))
    await fc.assert(
      fc.asyncProperty(rejected, async ([requests, profiles]) => {
        device.profiles = tokens
        device.rejects = [...requests, ...profiles.map((token) => `ProfileToken>${token}<`)]
        const [found] = await find(LOGIN)
        const paths = tokens
          .filter((token) => !profiles.includes(token))
          .map((token) => `rtsp://127.0.0.1:8554/${token}`)
        expect(found!.streams.map(({ streamUrl }) => streamUrl)).toEqual(paths)
        expect(found!.error).toBeNull()
      }),
      { numRuns: 12 },
    )
  })

  test('REAL-09 an address keeps its scheme, port and path, whatever host the device names', async () => {
    device.uris = {
      a: 'rtsps://192.0.2.9:322/a?profile=1',
      b: ' rtsp://[fe80::1]:10554/b ',
      c: 'rtsp://0.0.0.0/c',
      d: 'RTSP://root:p@ss@camera.local:554/d',
      e: 'http://192.0.2.9/e',
    }
    device.profiles = Object.keys(device.uris)
    const [found] = await find(LOGIN)
    expect(found!.streams.map(({ streamUrl }) => streamUrl)).toEqual([
      ...['rtsps://127.0.0.1:322/a?profile=1', 'rtsp://127.0.0.1:10554/b', 'rtsp://127.0.0.1/c'],
      'rtsp://127.0.0.1:554/d',
    ])
  })

  test('CAM-12 a wrong login is reported with its device', async () => {
    const [found] = await find({ ...LOGIN, password: 'hanami' })
    expect(found).toMatchObject({ name: 'Hall Camera', error: { code: 'login-wrong' } })
    expect(JSON.stringify(found)).not.toContain('hanami')
  })

  test.each([
    ['junk', 'answer-unreadable', undefined],
    ['laughs', 'answer-unreadable', undefined],
    // The only case that runs into its timeout.
    ['silent', 'timeout', 2_500],
  ] as const)('CAM-12 a device that sends %s is reported as %s', async (error, code, deviceMs) => {
    device.error = error
    const [found] = await find(LOGIN, { deviceMs })
    expect(found!.error?.code).toBe(code)
  })

  test('CAM-12 a device that never stops sending costs the hub no memory and the others nothing', async () => {
    device.error = 'huge'
    const before = process.memoryUsage.rss()
    const [found] = await find(LOGIN, { deviceMs: 3_000 })
    expect(['helper-lost', 'timeout']).toContain(found!.error?.code)
    expect(process.memoryUsage.rss() - before).toBeLessThan(60e6)
  })

  test('CAM-12 a named host outside of the site’s networks is not asked', async () => {
    await expect(find(undefined, { hosts: ['8.8.8.8'] })).rejects.toMatchObject({
      reason: { code: 'network-not-allowed' },
    })
    expect(device.probes).toEqual([])
  })
})

describe('REAL-09 a range of addresses', () => {
  /** Listens on one of this machine's addresses, and responds with `said`. */
  async function speaker(address: string, said: string | null) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        if (said !== null) socket.end(said)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, address, resolve))
    closing.push(() => server.close())
    return (server.address() as AddressInfo).port
  }
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })
  const search = async (hosts: string[], rtspPort: number, networks = LOOPBACK) => {
    const options = { networks, environment: process.env, searchMs: 400, port: device.searchPort, rtspPort }
    const request = { type: 'discover' as const, hosts, username: null, password: null }
    return (await discover(request, options, never)).result!.devices
  }

  test('finds a camera by RTSP alone, with its maker from the server name', async () => {
    const port = await speaker(
      '127.0.0.77',
      'RTSP/1.0 200 OK\r\nCSeq: 1\r\nServer: BC Streaming Media v202210012022.10.01\r\n\r\n',
    )
    const found = await search(['127.0.0.64/27'], port)
    expect(found.filter(({ address }) => address === '127.0.0.77')).toMatchObject([
      {
        name: 'BC Streaming Media v202210012022.10.01',
        manufacturer: CAMERA_PROFILES.REOLINK.brand,
        streams: [],
        error: null,
      },
    ])
  })

  test('ignores hosts that are silent or use another protocol', async () => {
    for (const said of [null, 'HTTP/1.1 400 Bad Request\r\n\r\n', 'x'.repeat(100_000)]) {
      const port = await speaker('127.0.0.78', said)
      const addresses = (await search(['127.0.0.78/32'], port)).map(({ address }) => address)
      expect(addresses).not.toContain('127.0.0.78')
    }
  })

  test('sends nothing outside the site’s networks', async () => {
    await expect(search(['8.8.8.0/24'], 554)).rejects.toMatchObject({ reason: { code: 'network-not-allowed' } })
  })

  test('excludes the network’s own addresses, and allows 256 at most', () => {
    expect(addressesIn('192.168.10.77/24')).toHaveLength(254)
    expect(addressesIn('192.168.10.77/30')).toEqual(['192.168.10.77', '192.168.10.78'])
    expect(addressesIn('192.168.10.77/32')).toEqual(['192.168.10.77'])
    for (const host of ['192.168.10.0/23', '192.168.10.300/24', '192.168.10.1', 'camera.example', 'fd00::/120']) {
      expect(addressesIn(host)).toBeNull()
    }
  })
})

describe('an answer to a search', () => {
  const ID = '6f9619ff-8b86-d011-b42d-00cf4fc964ff'
  test('is accepted only for this hub’s own search', () => {
    expect(deviceOf(probeMatch(`urn:uuid:${ID}`, 'http://10.0.0.5/d'), '10.0.0.5', [ID])?.path).toBe('/d')
    expect(deviceOf(probeMatch('urn:uuid:other', 'http://10.0.0.5/d'), '10.0.0.5', [ID])).toBeNull()
  })

  test('may name no request, and a service over https alone', () => {
    const answer = probeMatch('', 'https://10.0.0.5:8443/d')
      .replace('http://10.9.9.9/other ', '')
      .replace(/<a:RelatesTo>.*?<\/a:RelatesTo>/s, '')
    expect(deviceOf(answer, '10.0.0.5', [ID])).toMatchObject({ port: 8443, path: '/d', isSecure: true })
  })

  test('names its service by any of its addresses, over http if it can', () => {
    const address = fc.record({
      scheme: fc.constantFrom('http', 'https'),
      host: fc.constantFrom('10.0.0.5', '192.168.0.9', '[fe80::1]', 'camera.local'),
      port: fc.option(fc.integer({ min: 1, max: 65_535 })),
      path: fc.constantFrom('/onvif/device_service', '/d', '/'),
    })
    const related = fc.constantFrom('', `uuid:${ID}`, `urn:uuid:${ID.toUpperCase()}`)
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 4 }), related, (addresses, relatesTo) => {
        const urls = addresses.map(
          ({ scheme, host, port, path }) => `${scheme}://${host}${port ? `:${port}` : ''}${path}`,
        )
        const answer = probeMatch(relatesTo, urls.join(' ')).replace('http://10.9.9.9/other ', '')
        const found = deviceOf(answer, '10.0.0.5', [ID])!
        const plain = addresses.filter(({ scheme }) => scheme === 'http')
        const usable = plain.length > 0 ? plain : addresses
        const { port, path } = usable.find(({ host }) => host === '10.0.0.5') ?? usable[0]!
        expect(found).toMatchObject({ address: '10.0.0.5', path, isSecure: plain.length === 0 })
        expect(found.port).toBe(port ?? (plain.length > 0 ? 80 : 443))
      }),
      { numRuns: 1000 },
    )
  })

  test('never leads to another host than the one it came from', () => {
    const found = deviceOf(probeMatch(`urn:uuid:${ID}`, 'http://169.254.169.254/latest'), '10.0.0.5', [ID])
    expect(found?.address).toBe('10.0.0.5')
  })

  test.each([
    '',
    '<',
    '<a:RelatesTo>',
    `<RelatesTo>${ID}</RelatesTo><XAddrs>${'http://a '.repeat(2_000)}`,
    `<RelatesTo>${ID}</RelatesTo><XAddrs>file:///etc</XAddrs>`,
  ])('that is not an answer is passed over (%#)', (xml) => {
    expect(deviceOf(xml, '10.0.0.5', [ID])).toBeNull()
  })
})
