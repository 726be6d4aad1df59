/** What a webhook says of an event, as its object is now. REACH-56. */
import { type WebhookFacts, webhookBody } from '@mimamori/contract/alerting/webhook-body.ts'
import type { WebhookTemplate } from '@mimamori/contract/alerting/webhook-lists.ts'
import { type Honorific, residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { oneLine } from '#platform/messaging/email.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import { residentsAt } from '#shared/resident-reach.ts'

type Row = Omit<WebhookFacts, 'names' | 'link'> & {
  person: string | null
  residents: { name: string; honorific: Honorific }[]
  timezone: string
  locale: Locale
}
type Wanted = { tenantId: string; id: string; withNames: boolean }

async function readFacts(db: PlatformDb, { tenantId, id, withNames }: Wanted): Promise<Row> {
  const row = await db.first(sql<Row>`
    select d.event, d.at, jsonb_build_object('id', t.id, 'name', t.name) as site, t.timezone,
      site_locale(t.id) as locale,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as unit,
      coalesce(c.location, a.agent_name) as room,
      case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name,
        'unitCode', case when c.is_external_alert_on then c.unit_code end,
        'resCode', case when c.is_external_alert_on then c.res_code end) end as camera,
      case when a.id is not null then jsonb_build_object('id', a.id, 'kind', a.activity, 'isPossible', ${isPossible},
        'kindName', a.kind_name, 'severity', a.severity,
        'occurredAt', to_char(a.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'state', a.alarm_state, 'outcome', a.outcome) end as alert,
      s.user_name as person,
      ${residentsAt(withNames, sql`d.tenant_id`, sql`c.id`, sql`coalesce(a.occurred_at, d.at)`)} as residents
    from webhook_delivery d join tenant t on t.id = d.tenant_id
      left join alert a on a.tenant_id = d.tenant_id and a.id = d.alert_id
      left join alert_step s on s.tenant_id = d.tenant_id and s.id = d.step_id
      left join camera c on c.tenant_id = d.tenant_id and c.id = d.camera_id
      left join unit u on u.tenant_id = d.tenant_id and u.id = coalesce(a.unit_id, c.unit_id)
    where d.tenant_id = ${tenantId} and d.id = ${id}`)
  return row!
}

/** The body as it is sent. */
export async function writeBody(
  db: PlatformDb,
  wanted: Wanted & { template: WebhookTemplate },
  publicUrl: string,
): Promise<string> {
  const { person, residents, timezone, locale, ...facts } = await readFacts(db, wanted)
  const names = wanted.withNames ? { person, residents: residents.map(residentTitle) } : null
  const link = facts.alert && `${publicUrl}/app/alerts/detail/${facts.alert.id}`
  const [say, word] = [textsOf('webhook-body', locale), textsOf('word', locale)]
  const format = dateFormat(LOCALES[locale].tag, {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: timezone },
  })
  return JSON.stringify(
    webhookBody(
      wanted.template,
      { ...facts, names, link },
      { say: (key, values) => oneLine(say(key, values)), word, time: (at) => format.format(new Date(at)) },
    ),
  )
}
