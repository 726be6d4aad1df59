/** What a target would get of a fall, as the service writes it. REACH-56. */
import { type WebhookFacts, webhookBody } from '@mimamori/contract/alerting/webhook-body.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { siteOf, useUser } from '#lib/session/session.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import type { WebhookControl } from './choice-boxes.tsx'
import css from './webhook.module.css'

const SAMPLE_ID = '019a9b00-0000-7000-8000-000000000000'

export function WebhookPreview({ control }: { control: WebhookControl }) {
  const { t } = useTranslation('webhook')
  const { t: say } = useTranslation('webhook-body')
  const { t: word } = useTranslation('word')
  const { dateTime } = useTime()
  const user = useUser()
  const [template, withNames] = useWatch({ control, name: ['template', 'withNames'] })
  const at = serviceNow().toISOString()
  const facts: WebhookFacts = {
    ...{ event: 'alert.raised', at, site: { id: SAMPLE_ID, name: siteOf(user)?.schemaName ?? t('sample-site') } },
    ...{ unit: { id: SAMPLE_ID, name: '2F' }, room: '203' },
    camera: { id: SAMPLE_ID, name: '203-A', unitCode: null, resCode: null },
    alert: {
      ...{ id: SAMPLE_ID, kind: 'A005', isPossible: false, kindName: null, severity: 'critical' },
      ...{ occurredAt: at, state: 'open', outcome: null },
    },
    names: withNames ? { person: null, residents: [t('sample-resident')] } : null,
    link: `${location.origin}/app/alerts/detail/${SAMPLE_ID}`,
  }
  const body = webhookBody(template, facts, {
    say: (key, values) => String(say(key as never, values as never)),
    word,
    time: dateTime,
  })
  return (
    <details className={css.fold}>
      <summary>{t('preview')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it */}
      <pre className={css.pre} tabIndex={0}>
        {JSON.stringify(body, null, 2)}
      </pre>
    </details>
  )
}
