/** The sockets of the hubs connected to this instance: orders are sent on them, heartbeats and live video arrive. */
import { type HubNotice, type HubOrder, hubNotice } from '@mimamori/contract/fleet/hub.ts'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '#platform/clock.ts'
import type { Hub, HubCaller } from '#platform/context.ts'
import type { HearHeartbeat } from './hub.heartbeat.socket.ts'
import type { HubGate } from './hub.registration.ts'

/** A hub that is silent for longer than this, which exceeds the heartbeat interval, is pinged. */
const HUB_QUIET_MS = 12_000
/** A socket that does not answer a ping within this time is dead. */
const HUB_PING_MS = 10_000
/**
 * Interval for checking the keys of connected hubs; the gate caches as long. A revoked key closes its socket within 1
 * s.
 */
const HUB_CHECK_MS = 500
/** Close codes of the application range. */
const CLOSE_REPLACED = 4001
const CLOSE_REVOKED = 4003

/** One hub's socket, as used by code that sends to the hub. */
export type HubLine = { readonly hubId: string; readonly hub: Hub; send(order: HubOrder): void }

/** Undefined: no reachable instance has a socket of the hub. */
export type FindLine = (hubId: string) => HubLine | undefined | Promise<HubLine | undefined>

/** Receivers of hubs' messages: the relay of live video, connected in app.ts. */
export type HubListener = {
  hubConnected(line: HubLine): void
  hubLost(line: HubLine): void
  noticed(line: HubLine, notice: HubNotice): void
  received(line: HubLine, message: Uint8Array): void
}

export type HubSockets = {
  /** Adopts a socket; an older one of the same hub is closed. */
  add(hub: HubCaller, socket: WebSocket, hearHeartbeat: HearHeartbeat): void
  /** Returns false if the hub is not connected here; it requests missed orders when it connects. */
  send(hubId: string, order: HubOrder): boolean
  isConnected(hubId: string): boolean
  /** The hub's socket here; undefined if it is not connected to this instance. */
  lineOf(hubId: string): HubLine | undefined
  /** Closes the hub's socket because its key was revoked. */
  cut(hubId: string): void
  /** Closes the hub's socket because the hub has a newer one at another instance. */
  replace(hubId: string): void
  stop(): void
}

type Line = HubLine & {
  caller: HubCaller
  socket: WebSocket
  hearHeartbeat: HearHeartbeat
  heardAtMs: number
  /** A ping was sent since the last message. */
  isAsked: boolean
}

type Options = { clock: Clock; listener: HubListener; findInactive: HubGate['findInactive'] }

/** Creates the registry. `findInactive` returns the hubs whose keys are no longer valid. */
export function createHubSockets({ clock, listener, findInactive }: Options): HubSockets {
  const lines = new Map<string, Line>()
  let isChecking = false

  function drop(line: Line) {
    if (lines.get(line.hubId) === line) lines.delete(line.hubId)
    listener.hubLost(line)
  }
  function heard(line: Line) {
    line.heardAtMs = clock.now().getTime()
    line.isAsked = false
  }
  function pingLater(line: Line, afterMs: number) {
    clock.after(afterMs, () => {
      if (lines.get(line.hubId) !== line) return
      const quietMs = clock.now().getTime() - line.heardAtMs
      // A clock that was set back must not extend the wait.
      if (quietMs < HUB_QUIET_MS) pingLater(line, Math.min(HUB_QUIET_MS, HUB_QUIET_MS - quietMs))
      else if (line.isAsked) line.socket.terminate()
      else {
        line.isAsked = true
        line.socket.ping()
        pingLater(line, HUB_PING_MS)
      }
    })
  }
  /** One timer for all sockets: at thousands of sockets, one timer each would cost as much as the heartbeats. */
  function checkLater() {
    isChecking = true
    clock.after(HUB_CHECK_MS, async () => {
      if (lines.size > 0) await check()
      isChecking = lines.size > 0
      if (isChecking) checkLater()
    })
  }
  async function check() {
    const callers = Array.from(lines.values(), ({ caller }) => caller)
    // An unreachable database revokes no hub.
    const inactive = await findInactive(callers).catch(() => [])
    for (const caller of inactive) {
      const line = lines.get(caller.id)
      if (line?.caller === caller) line.socket.close(CLOSE_REVOKED, 'revoked')
    }
  }

  return {
    add(hub, socket, hearHeartbeat) {
      lines.get(hub.id)?.socket.close(CLOSE_REPLACED, 'replaced')
      const send = (order: HubOrder) => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(order))
      }
      const line: Line = { hubId: hub.id, hub, caller: hub, socket, send, hearHeartbeat, heardAtMs: 0, isAsked: false }
      lines.set(hub.id, line)
      heard(line)
      socket.on('pong', () => heard(line))
      socket.on('message', (data, isBinary) => {
        if (lines.get(hub.id) !== line) return
        heard(line)
        if (isBinary) listener.received(line, toBytes(data))
        else hear(line, data)
      })
      socket.on('close', () => drop(line))
      listener.hubConnected(line)
      pingLater(line, HUB_QUIET_MS)
      if (!isChecking) checkLater()
    },
    send(hubId, order) {
      const line = lines.get(hubId)
      line?.send(order)
      return line !== undefined
    },
    isConnected: (hubId) => lines.has(hubId),
    lineOf: (hubId) => lines.get(hubId),
    cut: (hubId) => lines.get(hubId)?.socket.close(CLOSE_REVOKED, 'revoked'),
    replace: (hubId) => lines.get(hubId)?.socket.close(CLOSE_REPLACED, 'replaced'),
    stop() {
      for (const line of lines.values()) line.socket.close(1001, 'service stops')
    },
  }

  function hear(line: Line, data: RawData) {
    const bytes = toBytes(data)
    const sent = toJson(bytes)
    if (isHeartbeat(sent)) return void hearHeartbeat(line, sent, bytes.byteLength, clock)
    const notice = hubNotice.safeParse(sent)
    if (notice.success) listener.noticed(line, notice.data)
  }
}

async function hearHeartbeat(line: Line, sent: object, byteLength: number, clock: Clock): Promise<void> {
  // Revoked, replaced or stopping: ignore messages until the hub has closed its side.
  if (line.socket.readyState !== line.socket.OPEN) return
  const number = await line.hearHeartbeat(sent, byteLength)
  if (number !== null) line.send({ type: 'heartbeat-taken', number, now: clock.now().toISOString() })
}

function isHeartbeat(sent: unknown): sent is object {
  return typeof sent === 'object' && sent !== null && 'type' in sent && sent.type === 'heartbeat'
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

function toJson({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8'))
  } catch {
    return null
  }
}
