/**
 * One-time tickets for live sockets, which cannot carry the token in a header. They are rows, because the viewer's socket
 * may reach another instance than the one that gave the ticket.
 */
import { createHash, randomBytes } from 'node:crypto'
import { LIVE_TICKET_SECONDS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** `rights`: the user's rights when it was issued, see rightsText. */
export type Pass = {
  sessionId: string
  rights: string
  /** The camera's tenant. */
  tenantId: string
  cameraId: string
  hubId: string
  /** The rendition of the camera that this user may see. CAM-09. */
  rendition: LiveRendition
  /** When the site's minutes run out; null: no limit. */
  endsAtMs: number | null
}

/** A pass in use. `watchedFrom`: the address of the socket. */
export type Watch = Pass & { watchedFrom: string }

/** Issues a ticket that opens one socket once. The camera's tenant must be the writable one. */
export async function issueTicket(db: TenantDb, pass: Pass, now: Date): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIVE_TICKET_SECONDS * 1000)
  await db.run(sql`
    insert into live_ticket (tenant_id, hash, session_id, pass, expires_at)
    values (${pass.tenantId}, ${hashOf(ticket)}, ${pass.sessionId}, ${JSON.stringify(pass)}::jsonb, ${expiresAt})`)
  return ticket
}

/** Redeems the ticket once; returns null if it is unknown, used or expired. Expired tickets are deleted as well. */
export async function redeemTicket(db: PlatformDb, ticket: string, now: Date): Promise<Pass | null> {
  const gone = await db.rows<{ pass: unknown; isGood: boolean }>(sql`
    delete from live_ticket where hash = ${hashOf(ticket)} or expires_at < ${now}
    returning pass, hash = ${hashOf(ticket)} and expires_at > ${now} as "isGood"`)
  return (gone.find(({ isGood }) => isGood)?.pass as Pass | undefined) ?? null
}

/** Tickets of the session and of the site that can still be redeemed: each may become a socket. */
export async function countTickets(db: PlatformDb, of: { sessionId: string; tenantId: string }, now: Date) {
  const counts = await db.first<{ ofSession: number; ofSite: number }>(sql`
    select count(*) filter (where session_id = ${of.sessionId})::integer as "ofSession",
      count(*) filter (where tenant_id = ${of.tenantId})::integer as "ofSite"
    from live_ticket where (session_id = ${of.sessionId} or tenant_id = ${of.tenantId}) and expires_at > ${now}`)
  return counts!
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}
