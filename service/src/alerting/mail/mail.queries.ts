/** Every statement of the mailbox. */
import type { MailRecord, MailState } from '@mimamori/contract/alerting/mail.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { contains } from '#platform/postgres/text-search.ts'

export type MailSearch = PageQuery & { text?: string; states?: readonly MailState[] }

const RECORD = sql`m.id, t.name as "tenantName", m.template, m.locale, m.recipient, m.subject, m.state, m.attempts,
  m.last_error as "lastError", m.created_at as "createdAt", m.changed_at as "changedAt"`

/** One page, newest first. Index: mail_message_by_time. */
export async function searchMail(
  db: PlatformDb,
  { pageNumber, pageSize, text, states }: MailSearch,
): Promise<{ records: MailRecord[]; totalCount: number }> {
  const matching = sql`${contains([sql`m.recipient`, sql`m.subject`], text)}
    and (${states === undefined} or m.state = any(${states ?? []}::text[]))`
  const records = await db.rows(sql<MailRecord>`
    select ${RECORD} from mail_message m join tenant t on t.id = m.tenant_id where ${matching}
    order by m.created_at desc, m.id desc limit ${pageSize} offset ${pageNumber * pageSize}`)
  const count = await db.first(sql<{ count: number }>`
    select count(*)::int as count from mail_message m where ${matching}`)
  return { records, totalCount: count!.count }
}

export type StoredMail = { record: MailRecord; tenantId: string; isDemo: boolean; body: string | null }

export async function findMail(db: PlatformDb, id: string): Promise<StoredMail | undefined> {
  const row = await db.first(sql<MailRecord & Omit<StoredMail, 'record'>>`
    select ${RECORD}, m.tenant_id as "tenantId", t.is_demo as "isDemo", m.body
    from mail_message m join tenant t on t.id = m.tenant_id where m.id = ${id}`)
  if (!row) return undefined
  const { tenantId, isDemo, body, ...record } = row
  return { record, tenantId, isDemo, body }
}
