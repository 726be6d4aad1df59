/** Words for events and reasons of webhooks. */
import type { WebhookReason } from '@mimamori/contract/alerting/webhook.ts'
import { WEBHOOK_REASONS } from '@mimamori/contract/alerting/webhook-lists.ts'
import { useTranslation } from 'react-i18next'

type Dashed<Text extends string> = Text extends `${infer Noun}.${infer Deed}` ? `${Noun}-${Deed}` : Text

/** The end of the key of an event's text: a dot stands between a file and a key. */
export function wordOf<Event extends string>(event: Event): Dashed<Event> {
  return event.replace('.', '-') as Dashed<Event>
}

type Own = (typeof WEBHOOK_REASONS)[number]
const isOwn = (reason: WebhookReason): reason is Own => (WEBHOOK_REASONS as readonly string[]).includes(reason)

/** Those of every call to a customer's system are texts of the external system. */
export function useReason(): (reason: WebhookReason) => string {
  const { t } = useTranslation(['webhook', 'external'])
  return (reason) => (isOwn(reason) ? t(`reason-${reason}`) : t(`external.reason-${reason}`))
}
