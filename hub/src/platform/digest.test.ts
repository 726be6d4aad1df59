import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestChallenge, digestAnswer } from './digest.ts'

const request = { method: 'DESCRIBE', uri: 'rtsp://192.0.2.1/stream', username: 'admin', password: 'secret', count: 1 }
const word = fc.stringMatching(/^[A-Za-z0-9 ._-]{1,20}$/)
const part = (name: string, value: string | null) => (value === null ? [] : [`${name}=${value}`])

test('a digest answer names only what the challenge named, whatever that is', () => {
  const challenge = fc.record({
    realm: word,
    nonce: word,
    algorithm: fc.constantFrom(null, 'MD5', '"MD5"', 'md5', 'SHA-256', 'MD5-sess', '"SHA-256-sess"'),
    qop: fc.constantFrom(null, '""', '"auth"', '"auth,auth-int"', '"auth-int, auth"', '"auth-int"', 'auth'),
    opaque: fc.option(word),
  })
  fc.assert(
    fc.property(challenge, ({ realm, nonce, algorithm, qop, opaque }) => {
      const quotedOpaque = opaque === null ? null : `"${opaque}"`
      const header = [
        `Digest realm="${realm}"`,
        `nonce="${nonce}"`,
        ...part('algorithm', algorithm),
        ...part('qop', qop),
        ...part('opaque', quotedOpaque),
      ].join(', ')
      const answer = digestAnswer(bestChallenge([header])!, request)
      const named = [...answer.matchAll(/\b([a-z]+)=/g)].map(([, name]) => name)
      const isSession = algorithm?.includes('sess') === true
      const ofQop = qop === null || qop === '""' ? (isSession ? ['cnonce'] : []) : ['qop', 'nc', 'cnonce']
      const wanted = ['username', 'realm', 'nonce', 'uri', 'response', ...ofQop]
      if (algorithm !== null) wanted.push('algorithm')
      if (opaque !== null) wanted.push('opaque')
      expect(named.toSorted()).toEqual(wanted.toSorted())
      // Some cameras read nothing behind it.
      expect(named.at(-1)).toBe('response')
    }),
    { numRuns: 10_000 },
  )
})

test('a realm and a user name beyond ASCII count as the bytes that go over the wire', () => {
  const md5 = (bytes: string | Buffer) => createHash('md5').update(bytes).digest('hex')
  const realm = Buffer.from('カメラ')
  const header = `Digest realm="${realm.toString('latin1')}", nonce="1"`
  const answer = digestAnswer(bestChallenge([header])!, { ...request, username: '花子', password: 'はな' })
  const secret = md5(Buffer.concat([Buffer.from('花子:'), realm, Buffer.from(':はな')]))
  expect(answer).toContain(`response="${md5(`${secret}:1:${md5(`DESCRIBE:${request.uri}`)}`)}"`)
  expect(Buffer.from(answer, 'latin1').toString()).toContain('username="花子", realm="カメラ"')
})

test('the answer is the one of RFC 7616, for each algorithm and quality', () => {
  const hash = (name: string, text: string) => createHash(name).update(text).digest('hex')
  for (const [algorithm, name] of [
    ['MD5', 'md5'],
    ['SHA-256', 'sha256'],
    ['MD5-sess', 'md5'],
    ['SHA-256-sess', 'sha256'],
  ] as const) {
    for (const qop of ['auth', 'auth-int']) {
      const header = `Digest realm="r", nonce="n", algorithm=${algorithm}, qop="${qop}"`
      const answer = digestAnswer(bestChallenge([header])!, request)
      const [, cnonce] = /cnonce="([^"]+)"/.exec(answer)!
      const plain = hash(name, 'admin:r:secret')
      const secret = algorithm.endsWith('sess') ? hash(name, `${plain}:n:${cnonce}`) : plain
      const what = hash(name, `DESCRIBE:${request.uri}${qop === 'auth' ? '' : `:${hash(name, '')}`}`)
      expect(answer).toContain(`response="${hash(name, `${secret}:n:00000001:${cnonce}:${qop}:${what}`)}"`)
    }
  }
})
