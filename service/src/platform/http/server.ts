/** The Fastify server: its limits, how bodies are read, how refusals are answered, and what it says about itself. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { Failure, fail } from '../failure.ts'
import { refusalOf } from '../refusal.ts'
import { discard } from './discard.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { readCertificate, watchCertificate } from './tls.ts'

/** Largest JSON body. */
export const BODY_BYTES = 1_048_576
/** A larger body is not read to its end for the sake of an answer. */
const DISCARDED_BYTES_MAX = 64 * 1_048_576
/** Largest message on a socket: one key frame of a large picture. */
const SOCKET_MESSAGE_BYTES = 8 * 1_048_576
const SLOW_REQUEST_MS = 20_000
/** A clip over a thin line may take this long. */
const UPLOAD_MS = 120_000

/** Types of bodies that are handed to their handler as a stream. */
const RAW_TYPES = ['video/mp4', 'image/jpeg', 'application/octet-stream']

/** Creates the server without routes; it does not listen yet. */
export async function createServer(
  { proxies, tls }: Pick<Config, 'proxies' | 'tls'>,
  logger: Logger,
): Promise<FastifyInstance> {
  const app = fastify({
    https: tls && readCertificate(tls),
    loggerInstance: logger as unknown as NonNullable<Parameters<typeof fastify>[0]>['loggerInstance'],
    // One line per call would be most of the log; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    bodyLimit: BODY_BYTES,
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID(),
    // A path that cannot be read, or whose id is too long for one, names nothing.
    frameworkErrors: (_error, request, reply) => void answerNotFound(request, reply.headers(securityHeaders())),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.server.headersTimeout = SLOW_REQUEST_MS
  app.server.maxConnections = 10_000
  readBodies(app)
  app.setErrorHandler(async (error, request, reply) => {
    if (refusalOf(error)?.key === 'too-large') await discardDocument(request, reply)
    return refuse(error, request, reply)
  })
  addSecurityHeaders(app)
  // By it a technician finds the lines of one call, in the log of the service and of a hub that was asked.
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id))
  warnOfUnnamedProxy(app)
  closeUnusedConnections(app)
  if (tls) {
    const leave = watchCertificate(app.server as unknown as TlsServer, tls, logger)
    app.addHook('onClose', async () => leave())
  }
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_BYTES, perMessageDeflate: false } })
  return app
}

/** Connections that never sent a request are not idle to Node, which would wait for them until their headers time out. */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.server.on('upgrade', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** Says once that a proxy is not named: all of its callers would count as one address. */
function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    log.warn({ address: ip }, 'X-Forwarded-For comes from an address that is no named proxy: it is not believed')
  })
}

function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, {})
    else parseJson(request, text, done)
  })
  app.addContentTypeParser(RAW_TYPES, (_request, stream, done) => done(null, stream))
}

/** For refusals that end by themselves: a database that is away, a disk that is full. */
const RETRY_AFTER_SECONDS: Record<number, number> = { 507: 60 }

/** Answers {key, message, fields?}. Anything but a refusal is an error of this program: it is logged whole and answered in general words. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (!refusal) request.log.error({ err: error, call: request.routeOptions.config }, 'call failed')
  else if (refusal.status >= 500 && refusal.status !== 501) {
    request.log.warn({ err: error, call: request.routeOptions.config }, 'call refused')
  }
  const failure = refusal ?? new Failure('unexpected')
  const retryAfterSeconds = failure.retryAfterSeconds ?? RETRY_AFTER_SECONDS[failure.status]
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.status(failure.status).send(failure.body)
}

/** Fastify answers a large document before it has come, and closes the line: a proxy loses the answer with it. */
async function discardDocument({ raw, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!(Number(headers['content-length']) <= DISCARDED_BYTES_MAX)) return
  reply.removeHeader('connection')
  await discard(raw)
}

/** Below /api an unknown path answers the same as an unknown object. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuse(fail('not-found'), request, reply)
}
