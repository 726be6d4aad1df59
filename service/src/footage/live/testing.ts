/** Sockets of hubs and viewers for tests: they collect received messages in a short form. */
import type { ClientRequestArgs } from 'node:http'
import { liveHeader, readLiveHeader } from '@mimamori/contract/footage/live-header.ts'
import { expect, vi } from 'vitest'
import { type RawData, WebSocket } from 'ws'
import type { TestService } from '#testing/service.ts'

/** A socket that collects messages: texts parsed, binary messages as `I0`, `K1`, `f2` (kind and last byte). */
export class Peer {
  readonly socket: WebSocket
  readonly heard: unknown[] = []
  closed: { code: number; reason: string } | null = null
  /** `way`: how the address is reached, if its name and certificate do not suffice. */
  constructor(address: string, path: string, headers: Record<string, string> = {}, way: ClientRequestArgs = {}) {
    this.socket = new WebSocket(`${address}/api/${path}`, { ...way, headers })
    this.socket.on('message', (data, isBinary) => this.heard.push(isBinary ? nameOf(data) : JSON.parse(String(data))))
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) }
    })
    this.socket.on('error', () => {})
  }
  opened(): Promise<void> {
    return vi.waitFor(() => expect(this.socket.readyState).toBe(WebSocket.OPEN), { timeout: 5_000 })
  }
  hears(expected: unknown[]): Promise<void> {
    return vi.waitFor(() => expect(this.heard).toEqual(expected), { timeout: 5_000 })
  }
  /** Resolves when everything that was sent to this socket before has been answered. */
  roundTrip(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once('pong', () => resolve())
      this.socket.ping()
    })
  }
  closes(with_: { code: number; reason: string }): Promise<void> {
    return vi.waitFor(() => expect(this.closed).toEqual(with_), { timeout: 5_000 })
  }
}

function nameOf(data: RawData): string {
  const bytes = data as Buffer
  const header = readLiveHeader(bytes)!
  return `${header.isInit ? 'I' : header.isKey ? 'K' : 'f'}${bytes.at(-1)}`
}
/** A binary message of stream 3: init segment, key frame or other frame, whose last byte is `mark`. */
export function frame(kind: 'I' | 'K' | 'f', mark: number): Uint8Array {
  return Uint8Array.from([
    ...liveHeader({ isInit: kind === 'I', isKey: kind === 'K', stream: 3, capturedAtMs: 1 }),
    mark,
  ])
}

/** A frame as large as a busy key frame of a good camera; `mark` is its last byte. */
export function bigFrame(kind: 'K' | 'f', mark: number): Uint8Array {
  const bytes = new Uint8Array(512 * 1024)
  bytes.set(frame(kind, 0))
  bytes[bytes.length - 1] = mark
  return bytes
}

/** A hub's messages after a request for a stream. */
export function play(peer: Peer, cameraId: string, ...frames: Uint8Array[]) {
  const init = {
    type: 'live-init',
    cameraId,
    rendition: 'clear',
    stream: 3,
    codec: 'avc1.640028',
    width: 640,
    height: 360,
  }
  peer.socket.send(JSON.stringify(init))
  for (const each of frames) peer.socket.send(each)
}

/** All cameras of the site come online, with live streaming on. */
export async function putOnline(service: TestService, { id }: { id: string }): Promise<void> {
  await service.sql`update camera set status = 'Online' where tenant_id = ${id}`
  await service.sql`
    insert into camera_app (tenant_id, camera_id, app_code, state, updated_at)
    select tenant_id, id, 'A008', 'ENABLED', ${service.clock.now()}::timestamptz from camera where tenant_id = ${id} on conflict do nothing`
}
