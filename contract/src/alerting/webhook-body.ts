/** The bodies of webhooks: our own JSON, and what messengers read. Pure, so that the console shows what will be sent. REACH-56. */
import type texts from '../languages/en/webhook-body.json'
import type { Activity, AlertSeverity } from '../shared/apps.ts'
import { nameOfKind, type ShownActivity } from './alert-kind.ts'
import type { WebhookEvent, WebhookTemplate } from './webhook-lists.ts'

/** What is known of an event. */
export type WebhookFacts = {
  event: WebhookEvent
  /** ISO 8601. */
  at: string
  site: { id: string; name: string }
  unit: { id: string; name: string } | null
  /** The room's usual name, or the hub's. */
  room: string | null
  /** Codes of the site's own system, only while the camera's external-system alert is on. */
  camera: { id: string; name: string; unitCode: string | null; resCode: string | null } | null
  alert: {
    id: string
    kind: Activity
    isPossible: boolean
    kindName: string | null
    severity: AlertSeverity
    occurredAt: string
    state: 'open' | 'claimed' | 'arrived' | 'resolved' | null
    outcome: string | null
  } | null
  /** Null: the target gets no names. */
  names: { person: string | null; residents: readonly string[] } | null
  /** Where the alert opens in the console. */
  link: string | null
}

type Words = {
  /** Texts of `webhook-body.json`. */
  say: (key: WebhookText, values?: Record<string, string>) => string
  /** Texts of `word.json`. */
  word: (key: `app-${ShownActivity}` | `severity-${AlertSeverity}`) => string
  /** The time as people of the site read it. */
  time: (at: string) => string
}
type WebhookText = keyof typeof texts

type Message = {
  title: string
  facts: (readonly [label: string, value: string])[]
  link: readonly [string, string] | null
}

/** The body of a template, before it is written as JSON. */
export function webhookBody(template: WebhookTemplate, facts: WebhookFacts, words: Words): object {
  if (template === 'json') return jsonOf(facts)
  return MESSENGERS[template](messageOf(facts, words))
}

/** Documented in docs/api.md: fields may be added, none is renamed or removed. */
function jsonOf({ event, at, names, ...data }: WebhookFacts): object {
  const known = names && { person: names.person, residents: names.residents }
  return { type: event, timestamp: at, data: { ...data, ...known } }
}

function messageOf(facts: WebhookFacts, { say, word, time }: Words): Message {
  const { event, alert, room, site, unit, names, link } = facts
  const kind = alert ? nameOfKind({ ...alert, activity: alert.kind }, word) : ''
  const all: (readonly [string, string | null | undefined])[] = [
    [say('site'), site.name],
    [say('unit'), unit?.name],
    [say('severity'), alert && word(`severity-${alert.severity}`)],
    [say('time'), time(alert && event === 'alert.raised' ? alert.occurredAt : facts.at)],
    [say('person'), names?.person],
    [say('residents'), names?.residents.join(', ')],
  ]
  return {
    title: say(`title-${event.replace('.', '-')}` as WebhookText, { kind, room: room ?? '' }),
    facts: all.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    link: link === null ? null : [say('open'), link],
  }
}

const MESSENGERS: Record<Exclude<WebhookTemplate, 'json'>, (message: Message) => object> = {
  // A workflow "post to a channel when a webhook request is received" takes adaptive cards.
  teams: ({ title, facts, link }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: unmarked(title) },
            {
              type: 'FactSet',
              facts: facts.map(([label, value]) => ({ title: unmarked(label), value: unmarked(value) })),
            },
          ],
          ...(link && { actions: [{ type: 'Action.OpenUrl', title: link[0], url: link[1] }] }),
        },
      },
    ],
  }),
  slack: ({ title, facts, link }) => ({
    text: escaped(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, SLACK_HEADER_MAX) } },
      {
        type: 'section',
        fields: facts.map(([label, value]) => ({
          type: 'plain_text',
          text: `${label}\n${value}`.slice(0, SLACK_FIELD_MAX),
        })),
      },
      ...(link ? [{ type: 'section', text: { type: 'mrkdwn', text: `<${link[1]}|${escaped(link[0])}>` } }] : []),
    ],
  }),
  mattermost: ({ title, facts, link }) => ({
    text: unmarked(title),
    attachments: [
      {
        fallback: unmarked(title),
        ...(link && { title: link[0], title_link: link[1] }),
        fields: facts.map(([label, value]) => ({ short: true, title: unmarked(label), value: unmarked(value) })),
      },
    ],
  }),
}

const SLACK_HEADER_MAX = 150
const SLACK_FIELD_MAX = 2_000

/** Names are typed by people: `<!channel>` in one must not call everybody. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The same of Markdown; a word joiner ends a mention after its sign. */
const unmarked = (text: string) => text.replace(/[\\`*_{}[\]()#<>~|]/g, String.raw`\$&`).replaceAll('@', '@\u2060')
