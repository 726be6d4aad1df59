/** Each fall with who came and when, narrowed by what the figures above count; each leads to its alert. METRIC-03. */
import type { FallRecord, FallReport } from '@mimamori/contract/insight/metrics.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { PlainTable } from '#ui/list/table/plain-table.tsx'
import css from '../metrics.module.css'
import { useLength } from '../use-length.ts'

const KINDS = {
  all: () => true,
  confirmed: ({ verdict }) => verdict === 'real',
  undecided: ({ verdict }) => verdict !== 'real',
  'never-seen': ({ responseSeconds, occurredAt }, recentFrom) => responseSeconds === null && occurredAt < recentFrom,
} satisfies Record<string, (fall: FallRecord, recentFrom: string) => boolean>
type Kind = keyof typeof KINDS

export function FallList({ report: { falls, confirmed, undecided, response } }: { report: FallReport }) {
  const { t } = useTranslation('metrics')
  const [kind, setKind] = useState<Kind>('all')
  const shown = falls.filter((fall) => KINDS[kind](fall, response.recentFrom))
  const kinds = Object.keys(KINDS) as Kind[]
  const isCut = confirmed + undecided > falls.length
  return (
    <Card
      flush
      title={t('each-fall')}
      help={isCut && t('newest-only', { count: falls.length })}
      action={
        <Segmented
          label={t('each-fall')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(value) }))}
          onChange={setKind}
        />
      }
    >
      {shown.length === 0 ? (
        <p className={css.none}>{t('none-of-these')}</p>
      ) : (
        <Rows falls={shown} recentFrom={response.recentFrom} />
      )}
    </Card>
  )
}

function Rows({ falls, recentFrom }: { falls: readonly FallRecord[]; recentFrom: string }) {
  const { t } = useTranslation('metrics')
  const time = useTime()
  return (
    <div className={css.falls}>
      <PlainTable columns={(['when', 'where', 'verdict', 'came'] as const).map((heading) => t(heading))}>
        {falls.map(({ alertId, occurredAt, location, unitName, verdict, ...answer }) => (
          <tr key={alertId}>
            <th scope="row">
              <Link to="/app/alerts/detail/$alertId" params={{ alertId }}>
                {time.dateTime(occurredAt)}
              </Link>
            </th>
            <td>{[location, unitName].filter(Boolean).join(' · ')}</td>
            <td>{verdict === 'real' ? t('is-confirmed') : t('is-undecided')}</td>
            <td>
              <Came {...answer} isRecent={occurredAt >= recentFrom} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}

type CameProps = Pick<FallRecord, 'answeredName' | 'responseSeconds' | 'arrivalSeconds'> & { isRecent: boolean }

function Came({ answeredName: name, responseSeconds, arrivalSeconds, isRecent }: CameProps) {
  const { t } = useTranslation('metrics')
  const length = useLength()
  if (responseSeconds === null) return <NotSeen isRecent={isRecent} />
  const after = { name, length: length(responseSeconds) }
  if (arrivalSeconds === null) return t('came-after', after)
  return t('came-and-arrived', { ...after, arrival: length(arrivalSeconds) })
}

function NotSeen({ isRecent }: { isRecent: boolean }) {
  const { t } = useTranslation('metrics')
  const { t: word } = useTranslation('metrics-word')
  return isRecent ? word('not-answered-yet') : <span className={css.bad}>{t('never-seen')}</span>
}
