/** The stream of live events to an open console. Requirements ALERT-10, DASH-02. */

import type { ServerResponse } from 'node:http'
import type { streamEndpoints } from '@mimamori/contract/alerting/live-event.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Handlers } from '#platform/context.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { createOpenCounts, type OpenCounts } from '#platform/messaging/open-counts.ts'
import type { Platform } from '#platform/platform.ts'
import { ServiceError } from '#platform/service-error.ts'
import type { Sign } from '#platform/sign.ts'
import { hasAccess } from '#shared/access.ts'
import { rightsText } from '#shared/resident-scope.ts'
import { createCatchUp } from './stream.catch-up.ts'
import { createScreenDelay } from './stream.delay.ts'
import { createFanout, type Fanout, type Reader, readTenantIds } from './stream.fanout.ts'
import type { Warnings } from './stream.warnings.ts'

/** A comment at this interval shows both sides, and all proxies between them, that the connection is alive. */
export const STREAM_HEARTBEAT_MS = 5_000
/** The session behind a stream is checked after this many comments, besides at each known change. */
const CHECK_EVERY = 3
/** Concurrent streams: tabs of one browser share a session, and many devices may share the account of a ward. */
export const STREAMS_MAX = { session: 12, user: 200 } as const
/** By then closed tabs have disconnected. */
const RETRY_SECONDS = 15
const HEARTBEAT = Buffer.from(': still here\n\n')
/** `retry`: how long a browser's own EventSource waits before it reconnects, ms. */
const OPENING = Buffer.from('retry: 1000\n: open\n\n')

export type StreamFeature = {
  routes: Handlers<typeof streamEndpoints>
  fanout: Fanout
  /** Delay of alerts to open consoles. */
  sign: Sign
  stop(): void
}

type Open = { actor: Actor; end(): void; write(bytes: Buffer): void }

type Parts = Pick<Platform, 'bus' | 'clock' | 'database' | 'sessions' | 'wire'> & { warnings: Warnings }

const isAdministering = ({ actor }: Open) => hasAccess(actor, 'administrate')
const warningsOf = ({ warnings }: Parts, stream: Open) => (isAdministering(stream) ? warnings.current() : null)

function warn(streams: ReadonlySet<Open>, bytes: Buffer): void {
  for (const stream of streams) if (isAdministering(stream)) stream.write(bytes)
}

/** Creates the feature. Each open stream ends when its session ends, and when the session's rights change. */
export function createStreamFeature(parts: Parts) {
  const { bus, clock, database, sessions, warnings } = parts
  const delay = createScreenDelay(clock)
  const fanout = createFanout(bus, delay.written)
  const catchUp = createCatchUp({ bus, clock, database, tenantIds: fanout.tenantIds })
  const streams = new Set<Open>()
  const openCounts = countOpen(parts, streams)

  async function check(stream: Open) {
    const actor = await sessions.actorOf(stream.actor.sessionId, 'alarms')
    // The console reconnects and gets a stream with its new scope, or learns that it is signed out.
    if (!actor || rightsText(actor) !== rightsText(stream.actor)) stream.end()
  }
  const offChange = sessions.onChange(({ sessionId, userId }) => {
    for (const stream of streams) {
      const isConcerned = stream.actor.sessionId === sessionId || stream.actor.userId === userId
      if (isConcerned) check(stream).catch(() => stream.end())
    }
  })
  // It is unknown what was missed: consoles reconnect and fetch again.
  const offGap = bus.onGap((missed) => {
    for (const stream of streams) {
      if (!missed || readTenantIds(stream.actor).some((id) => missed.has(id))) stream.end()
    }
  })
  const offWarnings = warnings.onChange((bytes) => warn(streams, bytes))
  function beatLater(stream: Open, beat = 1) {
    clock.after(STREAM_HEARTBEAT_MS, () => {
      if (!streams.has(stream)) return
      // Repeated, so that a new console knows it, and a disconnected one forgets it.
      stream.write(warningsOf(parts, stream) ?? HEARTBEAT)
      // A database that is away for a moment ends no stream.
      if (beat % CHECK_EVERY === 0) check(stream).catch(() => {})
      beatLater(stream, beat + 1)
    })
  }

  const routes: Handlers<typeof streamEndpoints> = {
    async 'stream.open'({ actor }, _input, reply) {
      requireRoom(streams, openCounts, actor)
      reply.hijack()
      const raw = reply.raw
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      // Not chunked: an event is then the same bytes for every console, and is written to its socket unchanged. The
      // response ends with its connection, which no browser uses for anything else meanwhile.
      raw.useChunkedEncodingByDefault = false
      raw.writeHead(200, {
        ...securityHeaders({ isHttps: reply.request.protocol === 'https' }),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-accel-buffering': 'no',
      })
      raw.socket?.setNoDelay(true)
      const closed = new Promise<void>((resolve) => raw.once('close', resolve))
      const reader = readerOf(raw)
      const leave = fanout.add(reader, actor)
      const stream: Open = { actor, end: () => raw.end(), write: reader.write }
      streams.add(stream)
      openCounts.changed()
      const known = warningsOf(parts, stream)
      if (known) stream.write(known)
      beatLater(stream)
      // A console fetches its data once it reads this: no later event may be missed.
      await Promise.race([bus.idle(), closed])
      if (!raw.destroyed) stream.write(OPENING)
      await closed
      leave()
      streams.delete(stream)
      openCounts.changed()
    },
  }

  function stop() {
    offChange()
    offWarnings()
    offGap()
    catchUp.stop()
    openCounts.stop()
    for (const stream of streams) stream.end()
  }
  return { routes, fanout, sign: delay.sign, stop }
}

/** Writing to the socket directly costs half of the response's `write`, which buffers until the next tick. */
function readerOf(raw: ServerResponse): Reader {
  // Not together with the first event, which bypasses the response.
  raw.flushHeaders()
  return {
    // Without a socket the event waits in the response for earlier ones on the same connection.
    write: (bytes) => void (raw.socket ?? raw).write(bytes),
    get queuedBytes() {
      return raw.writableLength
    },
    drop: () => raw.destroy(),
  }
}

function countOpen({ wire, clock }: Parts, streams: ReadonlySet<Open>): OpenCounts {
  const here = () => [...streams].flatMap(({ actor }) => [actor.sessionId, actor.userId])
  return createOpenCounts({ wire, clock, subject: 'stream', here })
}

/** The newest stream is rejected: closing the oldest would make two tabs replace each other forever. */
function requireRoom(streams: ReadonlySet<Open>, { elsewhere }: OpenCounts, { sessionId, userId }: Actor): void {
  const open = [...streams]
  const ofSession = open.filter(({ actor }) => actor.sessionId === sessionId).length + elsewhere(sessionId)
  const ofUser = open.filter(({ actor }) => actor.userId === userId).length + elsewhere(userId)
  if (ofSession >= STREAMS_MAX.session || ofUser >= STREAMS_MAX.user) {
    throw new ServiceError('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
  }
}
