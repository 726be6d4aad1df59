import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../log.ts'
import { issueCertificate } from './authority.ts'
import { createPlainHttp } from './plain-http.ts'
import { createServer } from './server.ts'

/** TLS asks the machine's own clock. */
const NOW = systemClock.now()
const LATER = new Date(NOW.getTime() + 3_600_000)
const logger = createLogger('silent')
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function issued(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-tls-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const { fingerprint } = await issueCertificate(folder, names, NOW)
  const of = (name: string) => join(folder, name)
  return {
    folder,
    fingerprint,
    ca: readFileSync(of('ca.pem')),
    tls: { certFile: of('server.pem'), keyFile: of('server.key') },
  }
}

async function listening(tls: { certFile: string; keyFile: string }): Promise<{ app: FastifyInstance; port: number }> {
  const app = await createServer({ proxies: [], tls }, logger)
  app.get('/health/live', async (request) => ({ protocol: request.protocol }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  ends.push(() => app.close())
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** The answer as a device with that authority gets it. */
function ask(port: number, ca: Buffer, servername?: string): Promise<{ status: number; text: string; hsts: unknown }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/health/live', ca, servername, agent: false }
    request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, text, hsts: answer.headers['strict-transport-security'] }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** When the certificate that a new connection gets ends. */
function validTo(port: number, ca: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca }, () => {
      resolve(socket.getPeerCertificate().valid_to)
      socket.destroy()
    }).on('error', reject)
  })
}

describe('OPS-05 HTTPS', () => {
  test('OPS-05 a certificate of an own authority serves its names, and devices accept no others', async () => {
    const { tls, ca } = await issued('mimamori.home', '127.0.0.1')
    const { port } = await listening(tls)

    expect(await ask(port, ca)).toMatchObject({ status: 200, text: '{"protocol":"https"}', hsts: 'max-age=31536000' })
    expect((await ask(port, ca, 'mimamori.home')).status).toBe(200)
    await expect(ask(port, ca, 'bank.example')).rejects.toThrow('altnames')
    const other = await issued('127.0.0.1')
    await expect(ask(port, other.ca)).rejects.toThrow('self-signed certificate')
  })

  test('OPS-05 a renewed certificate is served without a restart, one that does not fit is not', async () => {
    const { tls, ca, folder } = await issued('127.0.0.1')
    const { port } = await listening(tls)
    const before = await validTo(port, ca)

    writeFileSync(tls.keyFile, 'no key')
    await issueCertificate(folder, ['127.0.0.1'], LATER)
    await vi.waitFor(async () => expect(await validTo(port, ca)).not.toBe(before), { timeout: 20_000, interval: 100 })
    expect((await ask(port, ca)).status).toBe(200)
  })

  test('OPS-05 an authority signs for no other names than those that it was made for', async () => {
    const { folder } = await issued('mimamori.home')
    await expect(issueCertificate(folder, ['bank.example'], NOW)).rejects.toThrow('made for other names')
    expect(readdirSync(folder).sort()).toEqual(['ca.key', 'ca.pem', 'server.key', 'server.pem'])
    for (const name of ['ca.key', 'server.key']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('files that are missing or no pair are named with their setting', async () => {
    const { tls } = await issued('127.0.0.1')
    const missing = { ...tls, keyFile: `${tls.keyFile}.none` }
    await expect(createServer({ proxies: [], tls: missing }, logger)).rejects.toThrow('MIMAMORI_TLS_KEY')
    const { tls: other } = await issued('127.0.0.1')
    const mixed = { certFile: tls.certFile, keyFile: other.keyFile }
    await expect(createServer({ proxies: [], tls: mixed }, logger)).rejects.toThrow('do not fit together')
    expect(() => readConfig({ MIMAMORI_TLS_CERT: tls.certFile })).toThrow(
      'MIMAMORI_TLS_KEY: a certificate needs its key',
    )
    expect(() => readConfig({ MIMAMORI_HTTP_PORT: '80' })).toThrow('needs a certificate')
  })

  test('OPS-05 the port without TLS hands out the authority with its fingerprint, and leads to HTTPS', async () => {
    const { tls, ca, fingerprint } = await issued('127.0.0.1')
    const server = createPlainHttp({ tls, publicUrl: 'https://127.0.0.1:8443' }).listen(0, '127.0.0.1')
    ends.push(() => server.close())
    const { port } = (await vi.waitUntil(() => server.address())) as AddressInfo
    const at = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers })

    const page = await (await at('/ca', { 'accept-language': 'ja-JP,ja;q=0.9' })).text()
    expect(page).toContain('<html lang="ja">')
    expect(page).toContain(fingerprint)
    expect(page).toContain('<svg')
    const file = await at('/ca/mimamori-ca.crt')
    expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert')
    const pem = ca.toString().replace(/-----[A-Z ]+-----|\s/g, '')
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(pem)

    const moved = await at('/alerts?x=1')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'https://127.0.0.1:8443/alerts?x=1'])
    expect((await at('/\\evil.example')).headers.get('location')).not.toContain('evil.example')
    const raw = await new Promise<string | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '//evil.example/' }, (answer) =>
        resolve(answer.resume().headers.location),
      ).on('error', reject)
    })
    expect(raw).toBe('https://127.0.0.1:8443/')
  })
})
