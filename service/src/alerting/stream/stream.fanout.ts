/**
 * Fan-out from the bus to every open console: one subscription per tenant, and each event is serialized once for all
 * readers.
 */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Bus, Unsubscribe } from '#platform/messaging/bus.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { hasAccess } from '#shared/access.ts'
import { residentScope } from '#shared/resident-scope.ts'

/** What the fan-out needs of an open response. */
export type Reader = {
  write(bytes: Uint8Array): void
  /** Bytes that were written and not yet sent. */
  readonly queuedBytes: number
  /** Ends the response at once, discarding its backlog: the console reconnects and fetches again. */
  drop(): void
}

export type ReaderScope = Pick<Actor, 'userId' | 'role' | 'tenantIds' | 'unitIds' | 'isImpersonating'>

/** A reader whose backlog exceeds this is no longer reading. */
export const READER_BACKLOG_BYTES = 1024 * 1024

type Entry = { reader: Reader; scope: ReaderScope }
type Channel = { entries: Set<Entry>; unsubscribe: Unsubscribe }

export type Fanout = {
  /** Sends the events of this scope to the reader until the returned function is called. */
  add(reader: Reader, scope: ReaderScope): Unsubscribe
  readonly readerCount: number
  /** Tenants with at least one reader. */
  tenantIds(): string[]
}

/** `onWritten`: called when an event was written to at least one console. */
export function createFanout(bus: Bus, onWritten: (event: LiveEvent) => void = () => {}): Fanout {
  const channels = new Map<string, Channel>()
  const all = new Set<Entry>()

  function open(tenantId: string): Channel {
    const entries = new Set<Entry>()
    const channel = {
      entries,
      unsubscribe: bus.subscribe([tenantId], (event) => {
        if (spread(entries, event)) onWritten(event)
      }),
    }
    channels.set(tenantId, channel)
    return channel
  }
  function close(tenantId: string, entry: Entry) {
    const channel = channels.get(tenantId)
    channel?.entries.delete(entry)
    if (channel?.entries.size !== 0) return
    channel.unsubscribe()
    channels.delete(tenantId)
  }

  return {
    add(reader, scope) {
      const entry = { reader, scope }
      const tenantIds = readTenantIds(scope)
      all.add(entry)
      for (const id of tenantIds) (channels.get(id) ?? open(id)).entries.add(entry)
      return () => {
        all.delete(entry)
        for (const id of tenantIds) close(id, entry)
      }
    },
    get readerCount() {
      return all.size
    },
    tenantIds: () => [...channels.keys()],
  }
}

/** Returns whether anybody received it. */
function spread(entries: Set<Entry>, event: LiveEvent): boolean {
  let bytes: Uint8Array | undefined
  for (const { reader, scope } of entries) {
    if (!isFor(event, scope)) continue
    bytes ??= Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
    reader.write(bytes)
    if (reader.queuedBytes > READER_BACKLOG_BYTES) reader.drop()
  }
  return bytes !== undefined
}

/** Tenants whose events a reader of this scope may get; for the operator only its own events, about hubs. */
export function readTenantIds(scope: ReaderScope): readonly string[] {
  return residentScope(scope)?.tenantIds ?? (hasAccess(scope, 'reach all sites') ? [OPERATOR_TENANT_ID] : [])
}

/** Whether the event concerns the user's units and may be seen by the role. The tenant was checked before. */
function isFor(event: LiveEvent, scope: ReaderScope): boolean {
  if (event.type === 'hub-changed' || event.type === 'disk-changed' || event.type === 'mail-changed')
    return hasAccess(scope, 'administrate')
  if (event.type === 'notified' || event.type === 'report-progress') return event.forUserId === scope.userId
  if (event.type === 'roster-changed') return hasAccess(scope, 'see cameras')
  if (scope.unitIds !== null && (event.unitId === null || !scope.unitIds.includes(event.unitId))) return false
  if (event.type === 'path-proven' && !hasAccess(scope, 'answer alarms')) return false
  if (event.type === 'frame-changed' && !hasAccess(scope, 'see frames')) return false
  if (!hasAccess(scope, 'see cameras') && event.type !== 'alert-raised' && event.type !== 'alert-changed') return false
  return !(event.type === 'alert-changed' && event.forUserId && event.forUserId !== scope.userId)
}
