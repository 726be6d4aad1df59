import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createMonitorAccess } from './monitor-access.ts'

const HERE = { monitorToken: null, proxies: [], publicUrl: 'http://127.0.0.1:8080' }
const TOKEN = 'a-token-of-some-length'
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers: { host: 'localhost:8080', ...headers } }) as unknown as FastifyRequest
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('figures and the description of the calls', () => {
  test('are there for this machine in every spelling, and for no other', () => {
    const access = createMonitorAccess(HERE)
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(() => access(from(address))).not.toThrow()
    for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '']) expect(() => access(from(address))).toThrow()
    expect(() => access(from('127.0.0.1', { via: '1.1 proxy' }))).toThrow()
  })

  test.each([{ proxies: ['127.0.0.1'] }, { publicUrl: 'https://mimamori.example' }])(
    'need the token on loopback too when the service stands behind a proxy: %j',
    (behind) => {
      const access = createMonitorAccess({ ...HERE, ...behind, monitorToken: TOKEN })
      expect(() => access(from('127.0.0.1'))).toThrow()
      expect(() => access(from('127.0.0.1', bearer(TOKEN)))).not.toThrow()
      expect(() => access(from('127.0.0.1', bearer(`${TOKEN}x`)))).toThrow()
    },
  )

  test('are there for a holder of the token from elsewhere', () => {
    const access = createMonitorAccess({ ...HERE, monitorToken: TOKEN })
    expect(() => access(from('10.0.0.9', bearer(TOKEN)))).not.toThrow()
    expect(() => createMonitorAccess(HERE)(from('10.0.0.9', bearer('')))).toThrow()
  })
})
