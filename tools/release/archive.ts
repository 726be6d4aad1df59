// Packs the folder of an artifact: a reproducible tarball, and checksums with a signature.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Owner, order and times do not depend on the machine; `level` is gzip's. */
export function packTarball(folder: string, file: string, madeAt: number, level: number): void {
  const isStable = ['--sort=name', `--mtime=@${madeAt}`, '--owner=0', '--group=0', '--numeric-owner']
  const mode = '--mode=u+rwX,go+rX,go-w'
  const gzip = `gzip -n -${level}`
  execFileSync('tar', [
    ...isStable,
    mode,
    `--use-compress-program=${gzip}`,
    '-cf',
    file,
    '-C',
    dirname(folder),
    basename(folder),
  ])
}

/** Writes SHA256SUMS for all files of the folder, in the format of `sha256sum -c`. */
export function writeSums(folder: string): string {
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('SHA256SUMS'))
    .sort()
  const lines = names.map((name) => `${sumOf(join(folder, name))}  ${name}\n`)
  const file = join(folder, 'SHA256SUMS')
  writeFileSync(file, lines.join(''))
  return file
}

/** Writes `file`.sig, an Ed25519 signature for `openssl pkeyutl -verify -rawin`. `keyFile` is a PEM file. */
export function signFile(file: string, keyFile: string): void {
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), readKey(keyFile)))
}

/** Writes the public key as PEM: a hub that is installed with it accepts only releases of this key. */
export function writePublicKey(keyFile: string, to: string): void {
  writeFileSync(to, createPublicKey(readKey(keyFile)).export({ type: 'spki', format: 'pem' }))
}

/** The notes of a release: the section of `version` in the changelog, without its heading. Throws when nothing stands there. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((part) => part.split(/[,\s]/)[0] === version)
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return `${notes}\n`
}

function readKey(keyFile: string): KeyObject {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key.`)
  return key
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
