/** The three causes of most alarms, each with the change that would leave fewer. LOAD-01. */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { AlarmLoad, LoadCause } from '@mimamori/contract/insight/alarm-load.ts'
import { ALERT_APP_CODES } from '@mimamori/contract/shared/app-catalogue.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AppChange } from '#shared/app-change/app-change.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './load.module.css'
import { useLoadWords } from './use-load-words.ts'

type Props = { load: AlarmLoad; mayChange: boolean }

export function LoadCauses({ load, mayChange }: Props) {
  const { t } = useTranslation('load')
  return (
    <Card title={t('causes')} help={mayChange ? t('causes-help') : t('causes-for-administrators')}>
      <ol className={css.causes}>
        {load.causes.map((cause) => (
          <Cause
            key={`${cause.cameraId} ${cause.activity} ${cause.kindName}`}
            cause={cause}
            load={load}
            mayChange={mayChange}
          />
        ))}
      </ol>
    </Card>
  )
}

function Cause({ cause, load, mayChange }: Props & { cause: LoadCause }) {
  const { t } = useTranslation('load')
  const { t: word } = useTranslation('word')
  const { share, falseShare } = useLoadWords()
  const { cameraId, location, unitName, activity, alarms, repeated, returned, judged } = cause
  const appCode = ALERT_APP_CODES.find((code) => code === activity)
  const name = `${location} · ${nameOfKind(cause, word)}`
  const range = { from: load.from, to: load.to, archived: 'any', plain: true } as const
  return (
    <li className={css.cause}>
      <div className={css.head}>
        <h3 className={css.name}>
          {cameraId ? (
            <Link to="/app/alerts/list" search={{ ...range, activities: [activity], cameraIds: [cameraId] }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {unitName && <span className={css.quiet}>{unitName}</span>}
      </div>
      <p>
        {t('cause-alarms', { alarms, share: share(alarms, load.total.alarms) })}{' '}
        {t('cause-repeated', { repeated: share(repeated, alarms) })}{' '}
        {returned > 0 && `${t('cause-returned', { returned: share(returned, alarms) })} `}
        {judged > 0 ? t('cause-false', { share: falseShare(cause), judged }) : t('cause-unjudged')}
      </p>
      {mayChange && cameraId && appCode && <AppChange cameraId={cameraId} appCode={appCode} />}
      {mayChange && !appCode && <p className={css.quiet}>{t('cause-without-app')}</p>}
    </li>
  )
}
