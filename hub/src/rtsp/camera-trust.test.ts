/** Which camera gets the password, in which form, and whether it is the accepted camera. */
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openCamera } from '#pipeline/ingest/source.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import type { Credentials } from './camera-address.ts'
import { LOGIN, QuirkyCamera, type TestCertificate, TWO_IMAGES } from './testing/quirky-camera.ts'

let camera: QuirkyCamera
afterEach(() => camera.stop())

/** How many of two frames arrive; or the error. */
async function watch(url: string, credentials: Credentials): Promise<unknown> {
  const stop = new AbortController()
  try {
    const source = await openCamera(url, credentials, LOOPBACK, stop.signal)
    let frames = 0
    for await (const _ of source) if (++frames === 2) stop.abort()
    await source.close()
    return frames
  } catch (error) {
    return (error as { reason?: unknown }).reason ?? error
  }
}

function cameraWith(changes: Partial<QuirkyCamera>): QuirkyCamera {
  camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES }, changes)
  return camera
}
function guardWith(changes: Partial<DigestGuard>): DigestGuard {
  return Object.assign(new DigestGuard(LOGIN, 'ca"mera'), changes)
}

describe('REAL-09 the password of a camera', () => {
  test.each([
    ['SHA-256 where only that is offered', { algorithms: ['SHA-256'] }, 'SHA-256'],
    ['SHA-256 beside MD5, whichever comes first', { algorithms: ['MD5', 'SHA-256'] }, 'SHA-256'],
    ['MD5 where nothing better is offered', { algorithms: ['MD5'] }, 'MD5'],
    ['SHA-256 without a quality of protection', { algorithms: ['SHA-256'], qop: null }, 'SHA-256'],
    ['auth where auth-int is offered, too', { algorithms: ['SHA-256'], qop: 'auth,auth-int' }, 'SHA-256'],
  ] satisfies [string, Partial<DigestGuard>, string][])('answers %s', async (_, changes, algorithm) => {
    for (const isOneHeader of [false, true]) {
      const lock = guardWith(changes)
      const url = await cameraWith({ lock, isOneHeader }).start()
      expect(await watch(url, LOGIN)).toBe(2)
      expect(new Set(lock.taken)).toEqual(new Set([algorithm]))
      await camera.stop()
    }
  })

  test.each([true, false])('opens a camera with a nonce for each request (marked stale: %s)', async (saysStale) => {
    const lock = guardWith({ algorithms: ['SHA-256'], usesPerNonce: 1, saysStale })
    expect(await watch(await cameraWith({ lock }).start(), LOGIN)).toBe(2)
  })

  test('that is wrong is tried once', async () => {
    const url = await cameraWith({ lock: guardWith({ saysStale: false }) }).start()
    expect(await watch(url, { ...LOGIN, password: 'sakura' })).toMatchObject({ code: 'login-wrong' })
    expect(camera.authorizations).toHaveLength(1)
  })
})

test('a password is sent in plain text only if that is allowed', async () => {
  const url = await cameraWith({ lock: 'basic' }).start()
  expect(await watch(url, LOGIN)).toMatchObject({ code: 'login-basic', params: { host: new URL(url).host } })
  expect(camera.authorizations).toEqual([])
  expect(await watch(url, { ...LOGIN, isBasicAllowed: true })).toBe(2)
})

test('a camera that offers digest and Basic never gets a plain text password', async () => {
  const lock = guardWith({})
  const offer = lock.rejection.bind(lock)
  lock.rejection = (...asked) => {
    const digest = offer(...asked)
    return digest && ['Basic realm="x"', ...digest]
  }
  const url = await cameraWith({ lock }).start()
  expect(await watch(url, { ...LOGIN, isBasicAllowed: true })).toBe(2)
  expect(camera.authorizations.every((said) => said.startsWith('Digest '))).toBe(true)
})

describe('REAL-09 a camera over TLS', () => {
  let first: TestCertificate
  let second: TestCertificate
  beforeAll(() => {
    first = selfSigned()
    second = selfSigned()
  })

  test('REAL-09 with an unaccepted certificate gets no request, and is read once accepted', async () => {
    const url = await cameraWith({ lock: guardWith({}) }).start(first)
    const certificate = fingerprintOf(first)
    expect(await watch(url, LOGIN)).toEqual({
      code: 'certificate-unknown',
      params: { host: new URL(url).host, fingerprint: certificate },
    })
    expect(camera.asked).toEqual([])
    expect(await watch(url, { ...LOGIN, certificate })).toBe(2)
  })

  test('REAL-09 a camera with another certificate than the accepted one is not read', async () => {
    const url = await cameraWith({ lock: guardWith({}) }).start(second)
    expect(await watch(url, { ...LOGIN, certificate: fingerprintOf(first) })).toMatchObject({
      code: 'certificate-changed',
      params: { fingerprint: fingerprintOf(second) },
    })
    expect(camera.asked).toEqual([])
  })

  test('with a certificate of a known authority needs nobody to accept it', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, first.cert])
    try {
      const url = await cameraWith({}).start(first)
      expect(await watch(url, { username: null, password: null, certificate: null })).toBe(2)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  test('gets its password by Basic if it requires that, because the connection is encrypted', async () => {
    const url = await cameraWith({ lock: 'basic' }).start(first)
    expect(await watch(url, { ...LOGIN, certificate: fingerprintOf(first) })).toBe(2)
  })

  test('that never starts its handshake times out', async () => {
    const url = await cameraWith({}).start()
    const address = url.replace('rtsp:', 'rtsps:')
    await expect(
      openCamera(address, { username: null, password: null }, LOOPBACK, new AbortController().signal, 50),
    ).rejects.toMatchObject({ reason: { code: 'timeout' } })
  })
})

/** A self-signed certificate for an address, as cameras make theirs. */
function selfSigned(): TestCertificate {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-', '-out', '-']
  const name = ['-subj', '/CN=camera', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const both = execFileSync('openssl', ['req', '-x509', ...key, ...name], { stdio: ['ignore', 'pipe', 'ignore'] })
  const at = String(both).indexOf('-----BEGIN CERTIFICATE')
  return { key: String(both).slice(0, at), cert: String(both).slice(at) }
}

const fingerprintOf = ({ cert }: TestCertificate) => new X509Certificate(cert).fingerprint256.replaceAll(':', '')
