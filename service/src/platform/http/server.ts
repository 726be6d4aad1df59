/** The Fastify server: its limits, body parsing, error responses, and logging. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { rejectionOf } from '../rejection.ts'
import { fail, ServiceError } from '../service-error.ts'
import { withoutPort } from './address.ts'
import { discard } from './http.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { readCertificate, watchCertificate } from './tls.ts'

/** Largest JSON body. */
export const BODY_BYTES = 1_048_576
/** A larger body is not read to its end for the sake of a response. */
const DISCARDED_BYTES_MAX = 64 * 1_048_576
/** Largest message on a socket: one key frame of a large image. */
const SOCKET_MESSAGE_BYTES = 8 * 1_048_576
const SLOW_REQUEST_MS = 20_000
/** A clip over a slow connection may take this long. */
const UPLOAD_MS = 120_000

/** Types of bodies that are passed to their handler as a stream. */
const RAW_TYPES = ['video/mp4', 'image/jpeg', 'application/octet-stream']

/** Creates the server without routes; it does not listen yet. */
export async function createServer(
  { proxies, tls }: Pick<Config, 'proxies' | 'tls'>,
  logger: Logger,
): Promise<FastifyInstance> {
  const app = fastify({
    https: tls && readCertificate(tls),
    loggerInstance: logger as unknown as NonNullable<Parameters<typeof fastify>[0]>['loggerInstance'],
    // One line per call would be most of the log; errors are logged where they are handled.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxies.length > 0 ? [...proxies] : false,
    bodyLimit: BODY_BYTES,
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    genReqId: () => crypto.randomUUID(),
    // Not found, if the path is malformed or the id is too long.
    frameworkErrors: (_error, request, reply) => void answerNotFound(request, reply.headers(securityHeaders())),
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.server.headersTimeout = SLOW_REQUEST_MS
  app.server.maxConnections = 10_000
  readBodies(app)
  app.setErrorHandler(async (error, request, reply) => {
    if (rejectionOf(error)?.key === 'too-large') await discardDocument(request, reply)
    return refuse(error, request, reply)
  })
  addSecurityHeaders(app)
  // Technicians use it to find all log lines of one call, in the service and in the hub that it called.
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id))
  readForwardedAddresses(app)
  warnOfUnnamedProxy(app)
  closeUnusedConnections(app)
  if (tls) {
    const leave = watchCertificate(app.server as unknown as TlsServer, tls, logger)
    app.addHook('onClose', async () => leave())
  }
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_BYTES, perMessageDeflate: false } })
  return app
}

/**
 * Node does not count connections that never sent a request as idle, and would wait for them until their headers time
 * out.
 */
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

/** Before anything asks for the address of a request: ports are not part of it. */
function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const hops = headers['x-forwarded-for']
    if (hops !== undefined) headers['x-forwarded-for'] = String(hops).split(',').map(withoutPort).join(', ')
  })
}

/** Warns once about a proxy that is not configured: all of its callers would count as one address. */
function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    log.warn({ address: ip }, 'ignoring X-Forwarded-For: the peer is not a trusted proxy')
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

/** For temporary errors: an unreachable database, a full disk. */
const RETRY_AFTER_SECONDS: Record<number, number> = { 507: 60 }

/**
 * Responds with {key, message, fields?}. Errors other than a Failure are bugs: they are logged completely and answered
 * in general words.
 */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const rejection = rejectionOf(error)
  if (!rejection) request.log.error({ err: error, call: request.routeOptions.config }, 'call failed')
  else if (rejection.status >= 500 && rejection.status !== 501) {
    request.log.warn({ err: error, call: request.routeOptions.config }, 'call refused')
  }
  const answer = rejection ?? new ServiceError('unexpected')
  const retryAfterSeconds = answer.retryAfterSeconds ?? RETRY_AFTER_SECONDS[answer.status]
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.status(answer.status).send(answer.body)
}

/**
 * Fastify responds to a large document before it has arrived, and closes the connection: a proxy loses the response
 * with it.
 */
async function discardDocument({ raw, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!(Number(headers['content-length']) <= DISCARDED_BYTES_MAX)) return
  reply.removeHeader('connection')
  await discard(raw)
}

/** Below /api an unknown path gets the same response as an unknown object. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuse(fail('not-found'), request, reply)
}
