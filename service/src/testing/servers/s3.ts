/** An S3 server with an empty bucket, behind a connection that can be cut, slowed down, interrupted or corrupted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The effect on the next calls of a method; null: they pass. */
type Disturbance =
  | { kind: 'status'; status: number }
  | { kind: 'slow'; ms: number }
  /** The connection ends after this many bytes of the body. */
  | { kind: 'half'; bytes: number }
  /** One byte of the body is changed. */
  | { kind: 'noise'; at: number }

export type S3Stage = {
  settings: Record<string, string>
  /** Affects this many calls of the method; default: all. */
  disturb(method: 'GET' | 'PUT' | 'HEAD' | 'DELETE' | '*', disturbance: Disturbance, times?: number): void
  calm(): void
  /** The number of calls by method. */
  calls: Map<string, number>
  stop(): Promise<void>
}

const BUCKET = 'media'
const KEY = 'S3RVER'

export async function startS3(): Promise<S3Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'mimamori-s3-'))
  const options = {
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  }
  const server = new S3rver(options)
  const { port } = (await server.run()) as AddressInfo
  let disturbances: { method: string; disturbance: Disturbance; left: number }[] = []
  const calls = new Map<string, number>()
  const line = createServer((incoming, outgoing) => {
    const method = incoming.method!
    calls.set(method, (calls.get(method) ?? 0) + 1)
    const met = disturbances.find((one) => one.left > 0 && (one.method === '*' || one.method === method))
    if (met) met.left--
    pass(incoming, outgoing, port, met?.disturbance ?? null)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      MIMAMORI_S3_URL: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      MIMAMORI_S3_BUCKET: BUCKET,
      MIMAMORI_S3_KEY_ID: KEY,
      MIMAMORI_S3_SECRET: KEY,
    },
    disturb: (method, disturbance, times = Number.POSITIVE_INFINITY) =>
      disturbances.push({ method, disturbance, left: times }),
    calm() {
      disturbances = []
    },
    calls,
    async stop() {
      line.closeAllConnections()
      await new Promise((resolve) => line.close(resolve))
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  disturbance: Disturbance | null,
): void {
  if (disturbance?.kind === 'status') {
    incoming.resume()
    outgoing.writeHead(disturbance.status).end()
    return
  }
  const { method, url: path, headers } = incoming
  const call = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    const send = () => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      let sent = 0
      answer.on('data', (bytes: Buffer) => {
        const at = disturbance?.kind === 'noise' ? disturbance.at - sent : -1
        if (at >= 0 && at < bytes.length) bytes[at]! ^= 1
        outgoing.write(bytes)
        sent += bytes.length
        if (disturbance?.kind === 'half' && sent >= disturbance.bytes) outgoing.destroy()
      })
      answer.on('end', () => outgoing.end())
    }
    if (disturbance?.kind === 'slow') setTimeout(send, disturbance.ms)
    else send()
  })
  call.on('error', () => outgoing.destroy())
  incoming.pipe(call)
}
