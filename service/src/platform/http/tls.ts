/** HTTPS with a certificate of the operator's: read at the start, and again whenever one of its files changes. */
import { X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'
import type { Logger } from 'pino'

/** Paths of PEM files: the certificate with those between it and its authority, and its key. */
export type TlsFiles = { certFile: string; keyFile: string }

/** Interval for checking the files; programs that renew certificates do so days in advance. */
const LOOK_MS = 2_000

/** Throws an Error that names the setting when the files cannot be read or do not belong together. */
export function readCertificate({ certFile, keyFile }: TlsFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readNamed('MIMAMORI_TLS_CERT', certFile), key: readNamed('MIMAMORI_TLS_KEY', keyFile) }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new Error(`MIMAMORI_TLS_CERT and MIMAMORI_TLS_KEY do not fit together: ${(error as Error).message}.`)
  }
  return pair
}

/**
 * From now on new connections use the current files; a pair that does not match is logged and the previous one stays.
 */
export function watchCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: TlsFiles,
  logger: Logger,
): () => void {
  const take = () => {
    try {
      const pair = readCertificate(files)
      server.setSecureContext(pair)
      const { validTo, subject } = new X509Certificate(pair.cert)
      logger.info({ subject, validTo }, 'The certificate was read anew')
    } catch (error) {
      // Two files are not replaced at once: the next change makes them a pair.
      logger.warn({ reason: (error as Error).message }, 'A changed certificate was not taken')
    }
  }
  const paths = [files.certFile, files.keyFile]
  for (const path of paths) watchFile(path, { interval: LOOK_MS }, take)
  return () => {
    for (const path of paths) unwatchFile(path, take)
  }
}

function readNamed(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`${name}: ${path} cannot be read (${(error as { code?: string }).code ?? 'unknown'}).`)
  }
}
