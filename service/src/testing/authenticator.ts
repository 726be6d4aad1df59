/** An authenticator that a test plays: it makes passkeys and answers challenges with real signatures (WebAuthn, ES256). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer, PasskeyMade } from '@mimamori/contract/identity/passkey-answer.ts'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** As `passkey.begin` and `passkey.challenge` answer. */
type Ceremony = { origin: string; options: { challenge: string; [more: string]: unknown } }
/** What differs from what a browser would send. */
type Lie = { origin?: string; rpId?: string; isVerified?: boolean; id?: string; userHandle?: string; counter?: number }

export type TestAuthenticator = ReturnType<typeof createAuthenticator>

/** One key pair; `counts`: whether it counts its uses, as security keys do and synced passkeys do not. */
export function createAuthenticator({ counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let counter = 0
  let rpId = ''
  let userHandle = ''

  return {
    id,
    make({ origin, options }: Ceremony, lie: Lie = {}): PasskeyMade {
      rpId = (options.rp as { id: string }).id
      userHandle = (options.user as { id: string }).id
      const attested = Buffer.concat([Buffer.alloc(16), short(rawId.length), rawId, coseOf(publicKey)])
      const flags = PRESENT | ATTESTED | (lie.isVerified === false ? 0 : VERIFIED)
      const authData = Buffer.concat([dataOf(lie.rpId ?? rpId, flags, counter), attested])
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, lie.origin ?? origin),
        attestationObject: attestationOf(authData).toString('base64url'),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    answer({ origin, options }: Ceremony, lie: Lie = {}): PasskeyAnswer {
      counter = lie.counter ?? (counts ? counter + 1 : 0)
      const flags = PRESENT | (lie.isVerified === false ? 0 : VERIFIED)
      const authenticatorData = dataOf(lie.rpId ?? rpId, flags, counter)
      const clientDataJSON = clientData('webauthn.get', options.challenge, lie.origin ?? origin)
      const response = {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signed(privateKey, authenticatorData, clientDataJSON),
        userHandle: lie.userHandle ?? userHandle,
      }
      const named = lie.id ?? id
      return { id: named, rawId: named, type: 'public-key', response }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function dataOf(rpId: string, flags: number, counter: number): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted])
}

function signed(key: KeyObject, authenticatorData: Buffer, clientDataJSON: string): string {
  const hash = sha256(Buffer.from(clientDataJSON, 'base64url'))
  return sign('sha256', Buffer.concat([authenticatorData, hash]), key).toString('base64url')
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: a key on P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, Buffer.from(x!, 'base64url'), middle, Buffer.from(y!, 'base64url')])
}

/** {fmt: "none", attStmt: {}, authData} in CBOR. */
function attestationOf(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const bytes = Buffer.concat([Buffer.from([0x59]), short(authData.length), authData])
  const empty = Buffer.from([0xa0])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    empty,
    text('authData'),
    bytes,
  ])
}
