import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestChallenge, digestAnswer } from './digest.ts'

const question = { method: 'DESCRIBE', uri: 'rtsp://192.0.2.1/stream', username: 'admin', password: 'secret', count: 1 }
const word = fc.stringMatching(/^[A-Za-z0-9 ._-]{1,20}$/)
const part = (name: string, value: string | null) => (value === null ? [] : [`${name}=${value}`])

test('a digest answer names only what the challenge named, whatever that is', () => {
  const challenge = fc.record({
    realm: word,
    nonce: word,
    algorithm: fc.constantFrom(null, 'MD5', '"MD5"', 'SHA-256'),
    qop: fc.constantFrom(null, '"auth"', '"auth,auth-int"'),
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
      const answer = digestAnswer(bestChallenge([header])!, question)
      const named = [...answer.matchAll(/\b([a-z]+)=/g)].map(([, name]) => name)
      const ofQop = qop === null ? [] : ['qop', 'nc', 'cnonce']
      const wanted = ['username', 'realm', 'nonce', 'uri', 'response', ...ofQop]
      if (algorithm !== null) wanted.push('algorithm')
      if (opaque !== null) wanted.push('opaque')
      expect(named.toSorted()).toEqual(wanted.toSorted())
    }),
  )
})

test('a realm and a user name beyond ASCII count as the bytes that go over the wire', () => {
  const md5 = (bytes: string | Buffer) => createHash('md5').update(bytes).digest('hex')
  const realm = Buffer.from('カメラ')
  const header = `Digest realm="${realm.toString('latin1')}", nonce="1"`
  const answer = digestAnswer(bestChallenge([header])!, { ...question, username: '花子', password: 'はな' })
  const secret = md5(Buffer.concat([Buffer.from('花子:'), realm, Buffer.from(':はな')]))
  expect(answer).toContain(`response="${md5(`${secret}:1:${md5(`DESCRIBE:${question.uri}`)}`)}"`)
  expect(Buffer.from(answer, 'latin1').toString()).toContain('username="花子", realm="カメラ"')
})
