/** The actor of a person who presses without a session: by a link or a key of a message to them. REACH-02. */
import type { PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import { type Actor, type ActorRow, toActor } from './session.ts'

/** With the rights of this moment and an empty session id; null for stations and for users who are disabled or deleted. */
export async function actorWithoutSession(
  db: PlatformDb,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Actor | null> {
  const row = await db.first(sql<ActorRow>`
    select '' as "sessionId", u.id as "userId", u.role, t.id as "tenantId", t.id as "homeTenantId",
      false as "isImpersonating", null as "originSessionId",
      array(select unit_id from user_unit where tenant_id = u.tenant_id and user_id = u.id) as "unitIds",
      array(select id from tenant where parent_id = t.id and disabled_at is null) as "childIds",
      t.packages, t.is_recording_enabled as "isRecordingEnabled", t.is_live_streaming_enabled as "isLiveStreamingEnabled",
      t.streaming_restriction_minutes as "streamingRestrictionMinutes", t.timezone as "tenantTimezone",
      t.allowed_ranges as "allowedRanges", null as "factorLimit", null as "provenAt"
    from app_user u join tenant t on t.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.disabled_at is null and t.disabled_at is null
      and u.type <> 'SHARED'`)
  return row ? toActor(row) : null
}
