/** An authority of the home's own, for a network without a public name: it signs one certificate, and can sign for no other name. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import 'reflect-metadata'
import { type BinaryLike, createHash, randomBytes, type webcrypto } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { nameConstraints } from './name-constraints.ts'

/** Names of the files; the first two are for the service, `ca.pem` is for the devices. */
export const FILES = { cert: 'server.pem', key: 'server.key', ca: 'ca.pem', caKey: 'ca.key' } as const

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const CA_DAYS = 3650
/** Apple's devices take no certificate of an added authority that is good for longer than 825 days. */
const SERVER_DAYS = 820
const CONSTRAINTS = '2.5.29.30'

export type Issued = { isNewAuthority: boolean; validTo: Date; fingerprint: string }

/**
 * Creates the certificate for these names and addresses, and initially the authority, in `folder`. Throws an Error if
 * the existing authority was created for others.
 */
export async function issueCertificate(folder: string, names: readonly string[], now: Date): Promise<Issued> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const path = (name: keyof typeof FILES) => join(folder, FILES[name])
  const isNewAuthority = !existsSync(path('ca'))
  if (isNewAuthority) await makeAuthority(path('ca'), path('caKey'), names, now)
  const authority = new X509Certificate(readFileSync(path('ca'), 'utf8'))
  requireSameNames(authority, names)
  const caKey = await readKey(path('caKey'))
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const validTo = new Date(now.getTime() + SERVER_DAYS * DAY_MS)
  const certificate = await X509CertificateGenerator.create({
    ...common(now, validTo),
    // No common name: where no DNS name is permitted, it would count as one.
    subject: 'O=Mimamori',
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: caKey,
    extensions: [
      new SubjectAlternativeNameExtension(names.map((name) => ({ type: isIP(name) ? 'ip' : 'dns', value: name }))),
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  writeSecret(path('key'), await pemOf(keys.privateKey))
  writeFileSync(path('cert'), `${certificate.toString('pem')}\n${authority.toString('pem')}\n`)
  return { isNewAuthority, validTo, fingerprint: fingerprintOf(Buffer.from(authority.rawData)) }
}

/** SHA-256 as devices show it, in pairs. */
export function fingerprintOf(der: BinaryLike): string {
  return createHash('sha256').update(der).digest('hex').toUpperCase().match(/../g)!.join(' ')
}

async function makeAuthority(file: string, keyFile: string, names: readonly string[], now: Date): Promise<void> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...common(now, new Date(now.getTime() + CA_DAYS * DAY_MS)),
    name: `CN=Mimamori ${names[0]}`,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new Extension(CONSTRAINTS, true, nameConstraints(names)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  writeSecret(keyFile, await pemOf(keys.privateKey))
  writeFileSync(file, `${authority.toString('pem')}\n`)
}

/** Devices trust the authority for these names alone. */
function requireSameNames(authority: X509Certificate, names: readonly string[]): void {
  const wanted = Buffer.from(nameConstraints(names))
  const there = authority.getExtension(CONSTRAINTS)
  if (there && wanted.equals(Buffer.from(there.value))) return
  throw new Error(
    'The authority in this folder was made for other names. Take another folder, and install its certificate.',
  )
}

function common(now: Date, notAfter: Date) {
  // A device whose clock is behind would reject it.
  const notBefore = new Date(now.getTime() - DAY_MS)
  return { serialNumber: `01${randomBytes(15).toString('hex')}`, notBefore, notAfter, signingAlgorithm: ALGORITHM }
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const base64 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`
}

function readKey(file: string): Promise<webcrypto.CryptoKey> {
  const der = Buffer.from(readFileSync(file, 'utf8').replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign'])
}

function writeSecret(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
  chmodSync(file, 0o600)
}
