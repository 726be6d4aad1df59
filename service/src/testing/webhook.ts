/** Webhook targets for tests of the service. */
import { randomUUID } from 'node:crypto'
import type { WebhookForm } from '@mimamori/contract/alerting/webhook.ts'
import { placeOfWebhook, shownAddress } from '../alerting/webhook/webhook.rules.ts'
import type { TestService } from './service.ts'

export const WEBHOOK_DRAFT = {
  ...{ name: 'Care team', isEnabled: true, template: 'json', events: ['alert.raised'] },
  ...{ severities: ['critical', 'high', 'medium', 'low'], kinds: [], hasSignals: false, isMarkedOnly: false },
  ...{ unitIds: [], withNames: false, minuteMost: 60 },
} satisfies WebhookForm

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** A target that wants every new alert, with one delivery that failed. */
export async function insertWebhook(
  { sql, clock, platform }: Pick<TestService, 'sql' | 'clock' | 'platform'>,
  tenant: { id: string },
  { name, url }: { name: string; url: string },
) {
  const target = { tenantId: tenant.id, id: randomUUID() }
  const now = clock.now().toISOString()
  const { seal } = platform.secrets
  const { template, events, severities, minuteMost } = WEBHOOK_DRAFT
  await sql`
    insert into webhook (tenant_id, id, name, is_enabled, url, url_shown, template, events, severities, kinds, has_signals,
      is_marked_only, unit_ids, with_names, minute_most, secret, secret_last_four, changed_at)
    values (${tenant.id}, ${target.id}, ${name}, true, ${seal(url, placeOfWebhook('url', target))}, ${shownAddress(url)},
      ${template}, ${events}, ${severities}, '{}', false, false, '{}', false, ${minuteMost},
      ${seal(WEBHOOK_SECRET, placeOfWebhook('secret', target))}, ${WEBHOOK_SECRET.slice(-4)}, ${now})`
  const [row] = await sql<{ id: string }[]>`
    insert into webhook_delivery (tenant_id, webhook_tenant_id, webhook_id, event, at, state, queued_at, expires_at,
      changed_at, answer)
    values (${tenant.id}, ${tenant.id}, ${target.id}, 'test', ${now}, 'failed', ${now}, ${now}, ${now}, ${name})
    returning id`
  return { id: target.id, deliveryId: row!.id }
}
