import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CallError, createClient, pathOf } from './client.ts'
import { endpoints } from './endpoints.ts'
import { liveHeader, readLiveHeader } from './footage/live-header.ts'

const ID = '0197f3b2-0000-7000-8000-000000000001'

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: { url: string; init: RequestInit }[] = []
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), init: init ?? {} })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
  return { sent, call: createClient({ base: '/api', token: () => 'secret', fetch: send as typeof fetch }) }
}

describe('the typed client', () => {
  test('AUTH-09 sends the token in X-AuthToken, the first verb of the entry, and the body as JSON', async () => {
    const { sent, call } = answering(200, { records: [], totalCount: 0, currentPage: 0 })
    await call('alert.search', { query: { pageSize: 0 }, body: { hasRead: false } })
    expect(sent[0]!.url).toBe('/api/alert/search?pageSize=0')
    expect(sent[0]!.init).toMatchObject({
      method: 'PUT',
      headers: { 'x-authtoken': 'secret' },
      body: '{"hasRead":false}',
    })
  })

  test('writes parameters into the path so that they stay one part of it', () => {
    expect(pathOf(endpoints['alert.get'], { params: { id: '../x' } })).toBe('alert/view/..%2Fx')
    expect(pathOf(endpoints['hub.putFrame'], { params: { cameraId: ID }, query: { takenAt: 'a&b' } })).toBe(
      `hub/frame/${ID}?takenAt=a%26b`,
    )
  })

  test.each(['7', 'Fri, 20 Nov 2026 01:00:07 GMT'])(
    'throws the service’s error with its key and the wait (%s)',
    async (wait) => {
      const headers = { 'retry-after': wait, date: 'Fri, 20 Nov 2026 01:00:00 GMT' }
      const { call } = answering(429, { key: 'too-many-requests', message: 'Wait.' }, headers)
      const error = await call('session.logout').catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(CallError)
      expect(error).toMatchObject({ status: 429, retryAfterSeconds: 7, body: { key: 'too-many-requests' } })
    },
  )

  test('converts an error response of a proxy, too', async () => {
    const { call } = answering(502, '<html>bad gateway</html>')
    const message = 'Something in front of the service answered 502.'
    await expect(call('session.logout')).rejects.toMatchObject({ status: 502, body: { key: 'offline', message } })
  })

  test('TEXT-02 names the error of whatever a proxy answers instead of the service', async () => {
    const page = fc.constantFrom(
      '<html><h1>502 Bad Gateway</h1></html>',
      '',
      'upstream timed out',
      '{"status":502}',
      '[]',
      '{',
      'null',
    )
    const retry = fc.constantFrom(undefined, '5', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1e9')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 400, max: 599 }),
        fc.oneof(page, fc.string()),
        retry,
        async (status, body, wait) => {
          const { call } = answering(status, body, wait === undefined ? {} : { 'retry-after': wait })
          const error = await call('session.logout').catch((thrown: unknown) => thrown)
          expect(error).toBeInstanceOf(CallError)
          const { retryAfterSeconds, ...rest } = error as CallError
          expect(rest).toMatchObject({ status, body: { key: status >= 502 ? 'offline' : 'unexpected' } })
          expect(retryAfterSeconds === null || (retryAfterSeconds > 0 && retryAfterSeconds <= 600)).toBe(true)
        },
      ),
    )
  })

  test('says `offline` when the service cannot be reached', async () => {
    const call = createClient({
      base: '/api',
      token: () => null,
      fetch: () => Promise.reject(new TypeError('refused')),
    })
    await expect(call('session.logout')).rejects.toMatchObject({ status: 0, body: { key: 'offline' } })
  })
})

describe('the header of a live message', () => {
  test('comes back as it was written', () => {
    const header = { isKey: true, isInit: false, stream: 513, capturedAtMs: 1_795_219_200_123.5 }
    expect(readLiveHeader(liveHeader(header))).toEqual(header)
  })

  test('is refused when it is cut short or of another version', () => {
    const bytes = liveHeader({ isKey: false, isInit: true, stream: 1, capturedAtMs: 0 })
    expect(readLiveHeader(bytes.subarray(0, 15))).toBeNull()
    bytes[0] = 2
    expect(readLiveHeader(bytes)).toBeNull()
  })
})
