/**
 * Records that a device for answering alarms is in use: at sign-in and with receipts. Requirements ALARM-03, PROOF-01.
 */
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import { DEVICES_PER_USER, type ProofSteps, type PushReadiness } from '@mimamori/contract/identity/device-proof.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** As reported by the browser. */
export type PresentDevice = { device: string; kind: DeviceKind; push: PushReadiness }
export type DeviceProof = { provenAt: string | null; provenByName: string | null; steps: ProofSteps | null }

export const PROOF = sql`proven_at as "provenAt", proven_by_name as "provenByName", steps`

/** Stores it with the session, and returns the row. For a connected site, uses the session that opened it. */
export async function notePresence(
  db: PlatformDb,
  { homeTenantId, userId, originSessionId, sessionId }: Actor,
  now: Date,
  { device, kind, push }: PresentDevice,
): Promise<DeviceProof & { id: string }> {
  const session = originSessionId ?? sessionId
  const row = await db.first(sql<DeviceProof & { id: string }>`
    insert into alarm_device as d (tenant_id, user_id, device, kind, push, session_id, user_agent, seen_at)
    values (${homeTenantId}, ${userId}, ${device}, ${kind}, ${push}, ${session},
      coalesce((select user_agent from session where id = ${session}), ''), ${now})
    on conflict (tenant_id, user_id, device) do update set kind = excluded.kind, push = excluded.push,
      session_id = excluded.session_id, user_agent = excluded.user_agent, seen_at = excluded.seen_at
    returning id, ${PROOF}`)
  await db.run(sql`
    delete from alarm_device where tenant_id = ${homeTenantId} and user_id = ${userId} and id in (
      select id from alarm_device where tenant_id = ${homeTenantId} and user_id = ${userId}
      order by seen_at desc, id desc offset ${DEVICES_PER_USER})`)
  return row!
}
