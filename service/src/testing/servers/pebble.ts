/** A real ACME authority for a test: pebble of Let's Encrypt, on ports of its own. To it every name is 127.0.0.1. */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { systemClock } from '#platform/clock.ts'
import { FILES, issueCertificate } from '#platform/http/authority.ts'
import { freePort, untilReached } from './ports.ts'

export type TestAcme = {
  directoryUrl: string
  /** File of the authority that vouches for pebble's own HTTPS, not for what it issues. */
  caFile: string
  /** Root of the certificates that it issues, in PEM; pebble makes another one at each start. */
  root: string
  stop(): Promise<void>
}

const PROGRAM = '/usr/bin/pebble'
/** Whether Debian's package is there (apt-get install --no-install-recommends pebble). */
export const hasPebble = existsSync(PROGRAM)

/** Starts `pebble`; it proves names by HTTP and TLS at these ports of 127.0.0.1. */
export async function startPebble({ httpPort, tlsPort }: { httpPort: number; tlsPort: number }): Promise<TestAcme> {
  const home = mkdtempSync(join(tmpdir(), 'mimamori-pebble-'))
  await issueCertificate(home, ['127.0.0.1'], systemClock.now())
  const [port, managementPort] = [await freePort(), await freePort()]
  const names = await startNameServer()
  const config = join(home, 'pebble.json')
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(home, FILES.cert),
    privateKey: join(home, FILES.key),
    httpPort,
    tlsPort,
  }
  writeFileSync(config, JSON.stringify({ pebble }))
  // Left alone it waits up to 15 s before a proof, and refuses one nonce in twenty.
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' }
  const child = spawn(PROGRAM, ['-config', config, '-dnsserver', `127.0.0.1:${names.port}`], { env, stdio: 'ignore' })
  await untilReached(port)
  await untilReached(managementPort)
  const caFile = join(home, FILES.ca)
  return {
    directoryUrl: `https://127.0.0.1:${port}/dir`,
    caFile,
    root: await read(`https://127.0.0.1:${managementPort}/roots/0`, readFileSync(caFile)),
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      names.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function read(url: string, ca: Buffer): Promise<string> {
  const [answer] = await once(get(url, { ca, agent: false }), 'response')
  return text(answer)
}

const HEADER_BYTES = 12
const TYPE_A = 1

/** Answers each query for an IPv4 address with 127.0.0.1, and all others with nothing. */
async function startNameServer(): Promise<{ port: number; stop: () => void }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, stop: () => socket.close() }
}

function answerTo(query: Buffer): Buffer {
  const typeAt = query.indexOf(0, HEADER_BYTES) + 1
  const question = query.subarray(HEADER_BYTES, typeAt + 4)
  const isAddress = query.readUInt16BE(typeAt) === TYPE_A
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  // An answer without an error, with one question and at most one record.
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(isAddress ? 1 : 0, 6)
  // The name of the question, type A, class IN, good for 60 s, four bytes.
  const record = Buffer.from('c00c000100010000003c00047f000001', 'hex')
  return Buffer.concat([header, question, ...(isAddress ? [record] : [])])
}
