/**
 * Webhooks: targets of an organization or a site that are called at events, and the log of what was delivered. REACH-55 to
 * REACH-58; domain.md "Webhooks".
 */
import { z } from 'zod'
import { ACTIVITIES } from '../shared/app-catalogue.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { EXTERNAL_REASONS } from '../shared/external-reason.ts'
import { byId } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { ADMINS } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'
import { WEBHOOK_EVENTS, WEBHOOK_KINDS, WEBHOOK_MINUTE, WEBHOOK_REASONS, WEBHOOK_TEMPLATES } from './webhook-lists.ts'

const draft = {
  name: nameText('webhook.name-required', 80),
  isEnabled: z.boolean(),
  template: z.enum(WEBHOOK_TEMPLATES),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'webhook.event-required').max(WEBHOOK_EVENTS.length),
  /** Severities of alerts. */
  severities: z.array(alertSeverity).min(1, 'webhook.severity-required').max(4),
  /** Kinds of alerts; empty: all. */
  kinds: z.array(activity.exclude(['site-signal'])).max(WEBHOOK_KINDS.length),
  /** Alerts that another system raised with a token are sent as well. */
  hasSignals: z.boolean(),
  /** Only cameras whose external-system alert is on (CAM-02). */
  isMarkedOnly: z.boolean(),
  /** Units of the site; empty: all. For an organization: none. */
  unitIds: z.array(z.uuid()).max(200),
  /** Names of residents and staff are sent; for a site alone. */
  withNames: z.boolean(),
  /** Calls in a minute; the others wait. */
  minuteMost: z
    .number('webhook.minute-range')
    .int('webhook.minute-range')
    .min(WEBHOOK_MINUTE.least, 'webhook.minute-range')
    .max(WEBHOOK_MINUTE.most, 'webhook.minute-range'),
}
const webhookDraft = z.strictObject(draft)

/** The same with the address, as entered. Omitted or empty: it stays. Needed for a new target. */
export const webhookForm = webhookDraft.extend({
  url: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^(https?:\/\/[^\s]+)?$/i, 'webhook.url-form')
    .optional(),
})
export type WebhookForm = z.input<typeof webhookForm>

const webhookReason = z.enum([...EXTERNAL_REASONS, ...WEBHOOK_REASONS])
export type WebhookReason = z.infer<typeof webhookReason>

/** One call of a target. Its id is the `webhook-id` of every try. */
export const webhookDelivery = z.object({
  id: z.uuid(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** When it happened. */
  at: z.iso.datetime(),
  /** When the last try ended, or it began to wait. */
  changedAt: z.iso.datetime(),
  attempts: z.number().int(),
  httpStatus: z.number().int().nullable(),
  reason: webhookReason.nullable(),
  /** How long the last try took, ms; null: none was made. */
  durationMs: z.number().int().nullable(),
  /** The beginning of the answer, without secrets. */
  answer: z.string().nullable(),
  siteName: z.string(),
  /** The room, or the hub that is silent; null: it is about none. */
  location: z.string().nullable(),
  alertId: z.uuid().nullable(),
  activity: z.enum(ACTIVITIES).nullable(),
  kindName: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhook = webhookDraft.extend({
  id: z.uuid(),
  /** Scheme, host and last characters: the whole address is as good as a password. */
  urlShown: z.string(),
  secretLastFour: z.string(),
  /** Until when the secret before it signs as well. */
  previousUntil: z.iso.datetime().nullable(),
  units: z.array(z.object({ id: z.uuid(), name: z.string() })),
  waitingCount: z.number().int(),
  /** Since when no delivery was accepted; null: the last one was. */
  failingSince: z.iso.datetime().nullable(),
  /** When it was paused because it accepted nothing; null: it was not. */
  pausedAt: z.iso.datetime().nullable(),
  /** Null: nothing was sent yet. */
  last: webhookDelivery.nullable(),
  version: z.number().int(),
})
export type Webhook = z.infer<typeof webhook>

const made = z.object({ webhook, secret: z.string() })

export const webhookEndpoints = {
  'webhook.list': endpoint({
    method: 'GET',
    path: 'webhook',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The webhook targets of an organization or a site, by name.',
    query: z.strictObject({ tenantId: z.uuid().optional() }),
    response: z.object({
      tenantId: z.uuid(),
      kind: z.enum(['organisation', 'site']),
      records: z.array(webhook),
    }),
  }),
  'webhook.create': endpoint({
    method: 'POST',
    path: 'webhook',
    access: ADMINS,
    needsProof: true,
    whileBound: 'refused',
    summary: 'Add a webhook target. Its signing secret is returned once. Not while connected to a site.',
    body: webhookForm.extend({ tenantId: z.uuid().optional() }),
    response: made,
    changes: true,
  }),
  'webhook.patch': endpoint({
    method: 'PATCH',
    path: 'webhook/:id',
    access: ADMINS,
    needsProof: true,
    whileBound: 'refused',
    summary: 'Change a webhook target; `isEnabled: true` also ends its pause. Its address is not set while connected.',
    params: byId,
    body: patchFields(webhookForm).extend({ version }),
    changesObject: webhook,
    response: webhook,
    changes: true,
  }),
  'webhook.remove': endpoint({
    method: 'DELETE',
    path: 'webhook/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Remove a webhook target with its log.',
    params: byId,
    /** The version that the user has seen: an older one is a conflict. Omitted: any version. */
    query: z.strictObject({ version: z.coerce.number().pipe(version).optional() }),
    changes: true,
  }),
  'webhook.rotate': endpoint({
    method: 'POST',
    path: 'webhook/:id/secret',
    access: ADMINS,
    needsProof: true,
    whileBound: 'refused',
    summary: 'Make a new signing secret, returned once; the one before it signs as well for 24 hours.',
    params: byId,
    response: made,
    changes: true,
  }),
  'webhook.test': endpoint({
    method: 'POST',
    path: 'webhook/:id/test',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Send a test event to a target; `webhook.deliveries` says what came of it.',
    params: byId,
    response: webhookDelivery,
    changes: true,
  }),
  'webhook.deliveries': endpoint({
    method: 'GET',
    path: 'webhook/:id/delivery',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The last 100 deliveries of a target, the newest result first.',
    params: byId,
    response: z.object({ records: z.array(webhookDelivery) }),
  }),
  'webhook.again': endpoint({
    method: 'POST',
    path: 'webhook/delivery/:id/again',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Send a delivery again, as its object is now and under the same id.',
    params: byId,
    response: webhookDelivery,
    changes: true,
  }),
}
