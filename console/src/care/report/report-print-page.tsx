/** alerts/report/{alertId}: a report on paper, with the facts of its alert, an image and lines to sign. No shell. */
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { type EventDetail, REPORT_SECTIONS } from '@mimamori/contract/care/report.ts'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { entitleWindow } from '#lib/browser/page-life.ts'
import { call } from '#lib/service/api.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { useBasisLines } from './report-basis.tsx'
import css from './report-print.module.css'

export function ReportPrintPage({ alertId }: { alertId: string }) {
  const { t } = useTranslation('report')
  const query = useQuery({ queryKey: ['report', 'print', alertId], queryFn: () => load(alertId) })
  useEffect(() => {
    entitleWindow({ page: t('title') })
    return () => entitleWindow({ page: '' })
  }, [t])
  return (
    <main className={css.page}>
      <div className={css.bar}>
        <LinkButton
          variant="text"
          startIcon={<ArrowLeft size={18} />}
          to="/app/alerts/detail/$alertId"
          params={{ alertId }}
        >
          {t('back')}
        </LinkButton>
        {query.data?.detail && (
          <Button variant="contained" startIcon={<Printer size={18} />} onClick={() => print()}>
            {t('print-now')}
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ alert, detail }) =>
          detail ? <Paper alert={alert} detail={detail} /> : <p className={css.none}>{t('none')}</p>
        }
      </Loaded>
    </main>
  )
}

async function load(alertId: string): Promise<{ alert: AlertDetail; detail: EventDetail | null }> {
  const query = { pageSize: 1, pageNumber: 0, sortColumn: 'createdAt', sortAscending: false }
  const [alert, { records }] = await Promise.all([
    call('alert.get', { params: { id: alertId } }),
    call('eventDetail.search', { query, body: { eventId: alertId } }),
  ])
  return { alert, detail: records[0] ?? null }
}

function Paper({ alert, detail }: { alert: AlertDetail; detail: EventDetail }) {
  const { t } = useTranslation('report')
  const { t: word } = useTranslation('word')
  const user = useUser()
  const time = useTime()
  const now = useNow()
  return (
    <article className={css.paper}>
      <header className={css.head}>
        <div>
          <p className={css.site}>{siteOf(user)?.schemaName ?? ''}</p>
          <h1>{t('title')}</h1>
        </div>
        {detail.state === 'draft' && <p className={css.draft}>{t('draft')}</p>}
      </header>
      <div className={css.top}>
        <AlertTable alert={alert} />
        {alert.thumbnailUrl && (
          <figure className={css.image}>
            <img src={alert.thumbnailUrl} alt={`${nameOfKind(alert, word)}, ${alert.location}`} />
            <figcaption>{t('image')}</figcaption>
          </figure>
        )}
      </div>
      <Sections detail={detail} />
      <Basis detail={detail} />
      <div className={css.signs}>
        {(['sign-written', 'sign-checked', 'sign-date'] as const).map((line) => (
          <p key={line}>{t(line)}</p>
        ))}
      </div>
      <p className={css.foot}>{t('printed', { time: time.exact(now), name: user.displayName })}</p>
    </article>
  )
}

function AlertTable({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('report')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const seen = alert.firstSeen
  const rows: [string, string][] = [
    [t('kind'), nameOfKind(alert, word)],
    [t('severity'), word(`severity-${alert.severity}`)],
    [t('when'), time.exact(alert.occurredAt)],
    [t('place'), alert.location],
    [t('unit'), alert.unitName ?? '—'],
    [t('camera'), alert.cameraName],
    [t('seen-by'), seen ? `${seen.userName}, ${time.exact(seen.at)}` : t('nobody')],
    [t('verdict'), alert.verdict ? t(`verdict-${alert.verdict}`) : t('not-judged')],
  ]
  return (
    <table className={css.table}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sections({ detail }: { detail: EventDetail }) {
  const { t } = useTranslation('report')
  return REPORT_SECTIONS.map((section) => {
    const lines = detail.sentences.filter((one) => one.section === section)
    return lines.length === 0 ? null : (
      <section key={section} className={css.section}>
        <h2>{t(`section-${section}`)}</h2>
        {lines.map(({ text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice, and none moves.
          <p key={index}>{text}</p>
        ))}
      </section>
    )
  })
}

function Basis({ detail }: { detail: EventDetail }) {
  const { t } = useTranslation('report')
  const time = useTime()
  const saved = t('state-saved', { name: detail.editedByName, time: time.exact(detail.editedAt) })
  const lines = useBasisLines(detail)
  return (
    <section className={css.basis}>
      <p>{[...(detail.state === 'saved' ? [`${saved}.`] : []), ...lines].join(' ')}</p>
      <p>{t('disclaimer')}</p>
    </section>
  )
}
