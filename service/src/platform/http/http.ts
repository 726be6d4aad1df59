/** The only file that knows Fastify's routes: it creates one for each entry of the contract's table. */

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint, InputOf, Method } from '@mimamori/contract/shared/endpoint.ts'
import { withoutAnswered } from '@mimamori/contract/shared/put-back.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { accountTokenOf, admitAccount } from '../auth/account-call.ts'
import { type AuditEntry, writeAudit } from '../auth/audit.ts'
import { type Actor, isProven } from '../auth/session.ts'
import type { HubCaller } from '../context.ts'
import type { Platform } from '../platform.ts'
import type { TenantDb } from '../postgres/database.ts'
import { invalid } from '../rejection.ts'
import { fail } from '../service-error.ts'
import { auditSource, type Caller, inTransaction, scopeOfCaller } from '../transaction.ts'
import { isWithin, networkOf, plainAddress } from './address.ts'

type RouteOptions = {
  endpoints: Record<string, Endpoint>
  handlers: Record<string, unknown>
  platform: Platform
  /** Whether a hub with a valid token may still act: its key may be revoked, or another program may have its place. */
  isHubActive: (hub: HubCaller) => Promise<boolean>
  /** Compare every response with the contract: for tests. */
  checkAnswers: boolean
}

type Handle = (context: unknown, input: InputOf<Endpoint>, third?: unknown, fourth?: unknown) => Promise<unknown>
/** Set before a socket is opened, used when it is. */
type Prepared = { caller: Caller; input: InputOf<Endpoint> }

/** Adds a route for each entry below /api. An entry without a handler is an error. */
export function addRoutes(app: FastifyInstance, options: RouteOptions): void {
  for (const [key, entry] of Object.entries(options.endpoints)) {
    const handle = options.handlers[key] as Handle | undefined
    if (!handle) throw new Error(`The call ${key} has no handler.`)
    const method = (typeof entry.method === 'string' ? [entry.method] : [...entry.method]) as Method[]
    const route = { method, url: `/api/${entry.path}`, config: { key } }
    if (entry.answer === 'socket') addSocket(app, route, entry, handle, options)
    else {
      const work = (request: FastifyRequest, reply: FastifyReply) => answer(entry, key, handle, options, request, reply)
      app.route({ ...route, handler: (request, reply) => afterBody(request, work(request, reply)) })
    }
  }
}

/**
 * Responds to an upload only after reading all of it, even if it is rejected: proxies and clients lose an earlier
 * response.
 */
async function afterBody(request: FastifyRequest, work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } finally {
    if (request.body instanceof Readable) await discard(request.body)
  }
}

async function answer(
  entry: Endpoint,
  key: string,
  handle: Handle,
  options: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const caller = await admit(key, entry, options, request)
  const input = parse(entry, request)
  const base = baseOf(options.platform, request)
  if (entry.answer === 'bytes' || entry.answer === 'events') {
    await handle(rawContext(base, caller), input, reply, request)
    return reply
  }
  if (entry.intake === 'bytes') {
    if (!(request.body instanceof Readable)) throw fail('invalid-request')
    const bytes = request.body.iterator({ destroyOnReturn: false })
    return checked(entry, key, options, await handle(rawContext(base, caller), input, bytes, request))
  }
  if (!caller.actor && !caller.hub) return checked(entry, key, options, await handle(base, input))
  if (entry.lasting) return checked(entry, key, options, await handle(rawContext(base, caller), input))
  return checked(entry, key, options, await inTransaction(base, caller, (context) => handle(context, input)))
}

type Route = { method: Method[]; url: string; config: { key: string } }

function addSocket(app: FastifyInstance, route: Route, entry: Endpoint, handle: Handle, options: RouteOptions): void {
  const prepared = new WeakMap<FastifyRequest, Prepared>()
  app.route({
    ...route,
    // Before the upgrade, so that a rejected caller gets an ordinary response.
    preValidation: async (request) => {
      const caller = await admit(route.config.key, entry, options, request)
      requireOwnOrigin(request)
      prepared.set(request, { caller, input: parse(entry, request) })
    },
    // A caller that did not request an upgrade.
    handler: async () => {
      throw fail('invalid-request')
    },
    wsHandler: (socket: WebSocket, request: FastifyRequest) => {
      const { caller, input } = prepared.get(request)!
      const context = rawContext(baseOf(options.platform, request), caller)
      socket.on('error', (error) => request.log.info({ err: error }, 'socket failed'))
      // Called at once, so that no message arrives before the handler listens.
      const run = async () => handle!(context, input, socket, request)
      run().catch((error: unknown) => {
        request.log.error({ err: error }, 'socket handler failed')
        socket.close(1011)
      })
    },
  })
}

/** Browsers name the page that opens a socket; only our own pages may. Programs name none. */
function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin !== undefined && URL.parse(origin)?.host !== request.host) throw fail('forbidden')
}

/** Authenticates, counts the call, and checks the entry's access. */
async function admit(key: string, entry: Endpoint, options: RouteOptions, request: FastifyRequest): Promise<Caller> {
  const { platform } = options
  const { rateLimit } = platform
  if (entry.access === 'public') {
    rateLimit.take(entry.answer === 'bytes' ? 'media' : 'stranger', addressOf(request))
    return {}
  }
  const token = request.headers['x-authtoken']
  if (entry.access === 'hub') {
    if (typeof token !== 'string') throw fail('signed-out')
    const claims = await platform.tokens.verifyHub(token, platform.clock.now())
    if (!claims) throw fail('session-ended')
    rateLimit.take('hub', claims.hubId)
    if (claims.isTooOld && !entry.whileTooOld) throw fail('hub-too-old')
    const { hubId: id, tenantId, generation, expiresAt: tokenEndsAt } = claims
    const hub = { id, tenantId, generation, tokenEndsAt }
    if (!(await options.isHubActive(hub))) throw fail('hub-key-refused')
    return { hub }
  }
  rateLimit.take('network', networkOf(addressOf(request)))
  const accountToken = accountTokenOf(request.headers)
  if (accountToken) {
    const ip = addressOf(request)
    const isAllowed = (ranges: readonly string[]) => isWithin(ranges, ip)
    return admitAccount(platform, { key, entry, token: accountToken, ip, isWithin: isAllowed })
  }
  const { actor, claims } = await platform.sessions.authenticate(typeof token === 'string' ? token : undefined)
  rateLimit.take('user', actor.sessionId)
  rateLimit.take('person', actor.userId)
  if (!entry.fromAnywhere && !isWithin(actor.allowedRanges, addressOf(request))) throw fail('address-not-allowed')
  if (!isOpenTo(entry, actor.factorLimit)) throw fail('second-factor-required')
  if (actor.role === 'DEMO_USER' && entry.changes) throw fail('demo-read-only')
  if (entry.access !== 'signed-in' && !(entry.access as readonly string[]).includes(actor.role)) throw fail('forbidden')
  if (entry.whileBound === 'refused' && actor.role === 'ADMIN' && actor.unitIds !== null) throw fail('bound-to-units')
  if (entry.needsProof && !isProven(actor, platform.clock.now())) throw fail('proof-needed')
  return { actor, tokenId: claims.jti }
}

/** What stays open to somebody who has to set up a second factor first. */
function isOpenTo({ beforeFactor }: Endpoint, limit: Actor['factorLimit']): boolean {
  return limit === null || beforeFactor === 'always' || (beforeFactor === 'alarms' && limit === 'alarms')
}

/** A malformed id in the path is `not-found`; other errors are reported by field. */
function parse(entry: Endpoint, request: FastifyRequest): InputOf<Endpoint> {
  const params = entry.params.safeParse(request.params ?? {})
  if (!params.success) throw fail('not-found')
  const query = entry.query.safeParse({ ...(request.query as object) })
  if (!query.success) throw invalid(query.error.issues)
  if (entry.intake === 'bytes') return { params: params.data, query: query.data, body: {} }
  // Bytes instead of a document.
  if (request.body instanceof Readable) throw fail('invalid-request')
  const body = entry.body.safeParse(withoutAnswered(entry, request.body ?? {}))
  if (!body.success) throw invalid(body.error.issues)
  return { params: params.data, query: query.data, body: body.data }
}

function baseOf(platform: Platform, request: FastifyRequest) {
  const { id, log } = request
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MOST_OF_USER_AGENT)
  const askHub = ((tenantId, hubId, request, options) =>
    platform.askHub(tenantId, hubId, request, { ...options, requestId: id })) as Platform['askHub']
  return { ...platform, askHub, now: platform.clock.now(), ip: addressOf(request), userAgent, requestId: id, log }
}

const MOST_OF_USER_AGENT = 400

/** The caller's address: of the connection, or as reported by a trusted proxy. An invalid address is ignored. */
function addressOf(request: FastifyRequest): string {
  return plainAddress(request.ip ?? '') ?? request.socket.remoteAddress ?? '0.0.0.0'
}
type Base = ReturnType<typeof baseOf>

function rawContext(base: Base, caller: Caller) {
  if (!caller.actor && !caller.hub) return base
  const asTenant = <T>(work: (db: TenantDb) => Promise<T>) => base.database.asTenant(scopeOfCaller(caller), work)
  const auditIn = (db: TenantDb, entry: AuditEntry) => writeAudit(db, auditSource(base, caller, db), entry)
  return { ...base, ...caller, asTenant, auditIn }
}

/** In tests, a response that does not match the contract fails the call. */
function checked(entry: Endpoint, key: string, { checkAnswers }: RouteOptions, result: unknown): unknown {
  if (!checkAnswers) return result
  const sent: unknown = JSON.parse(JSON.stringify(result ?? {}))
  const parsed = entry.response.safeParse(sent)
  if (!parsed.success) throw new Error(`The answer of ${key} is not as the contract says: ${parsed.error.message}`)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent)) {
    throw new Error(`The answer of ${key} has fields that the contract does not know: ${JSON.stringify(sent)}`)
  }
  return result
}

/** Resolves when the whole body has arrived, or its connection is lost; the server's request timeout limits it. */
export async function discard(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  body.resume()
  await finished(body, { writable: false }).catch(() => {})
}
