/** How many alerts of the app were right, week by week, and a change that would leave fewer false ones: one press, one undo. REAL-10. */

import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { AppChange as Change } from '@mimamori/contract/insight/app-change.ts'
import { PRECISION_LEAST, PRECISION_WEEKS } from '@mimamori/contract/insight/insight-lists.ts'
import type { Precision } from '@mimamori/contract/insight/precision.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { dateFormat, numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { Button, Skeleton } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { AppChange } from '#shared/app-change/app-change.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './app-precision.module.css'
import { useConfigureApp, usePrecision } from './camera-app-queries.ts'

type Props = { cameraId: string; app: CameraApp }

export function AppPrecision({ cameraId, app }: Props) {
  const { t } = useTranslation('app-settings')
  const code = alertAppCode.safeParse(app.appCode)
  const query = usePrecision(cameraId, app.appCode)
  if (!code.success) return null
  return (
    <Card title={t('precision')} help={t('precision-help', { weeks: PRECISION_WEEKS })}>
      <div className={css.board}>
        <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={120} />}>
          {(precision) => (
            <>
              <Weeks precision={precision} />
              <Days precision={precision} appCode={code.data} />
            </>
          )}
        </Loaded>
        <Proposal cameraId={cameraId} app={app} />
      </div>
    </Card>
  )
}

function Weeks({ precision }: { precision: Precision }) {
  const { t, i18n } = useTranslation('app-settings')
  const { real, falseAlarms, open, interval, weeks, lookIn } = precision
  const judged = real + falseAlarms
  const day = dateFormat(i18n.language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const percent = (share: number) => Math.round(100 * share)
  return (
    <>
      <p aria-live="polite">
        {interval ? (
          <strong>{t('precision-of', { real, judged, from: percent(interval[0]), to: percent(interval[1]) })}</strong>
        ) : (
          t('precision-few', { judged, more: PRECISION_LEAST - judged, least: PRECISION_LEAST })
        )}{' '}
        {open > 0 && <span className={css.quiet}>{t('precision-open', { count: open })}</span>}
      </p>
      {lookIn && (
        <p className={css.quiet}>
          {t('precision-look-in', { real: lookIn.real, judged: lookIn.real + lookIn.falseAlarms, open: lookIn.open })}
        </p>
      )}
      {judged > 0 && (
        <table className={css.weeks}>
          <thead>
            <tr>
              <th scope="col">{t('precision-week')}</th>
              <th scope="col">{t('precision-real')}</th>
              <th scope="col">{t('precision-false')}</th>
              <th scope="col">{t('precision-share')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks
              .filter((week) => week.real + week.falseAlarms > 0)
              .map((week) => (
                <tr key={week.startsOn}>
                  <th scope="row">{day.format(new Date(`${week.startsOn}T00:00Z`))}</th>
                  <td>{week.real}</td>
                  <td>{week.falseAlarms}</td>
                  <td>
                    <Bar week={week} />
                    {t('precision-interval', { from: percent(week.interval[0]), to: percent(week.interval[1]) })}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** The rate of false alarms, and each day as a line of a file: a home proves detection in its own rooms. REAL-13. */
function Days({ precision: { falsePerDay, days }, appCode }: { precision: Precision; appCode: string }) {
  const { t, i18n } = useTranslation('app-settings')
  if (days.length === 0) return null
  const number = numberFormat(i18n.language, { maximumSignificantDigits: 2 })
  const save = async () => {
    const { download, toCsv } = await import('#lib/list/csv.ts')
    type Day = Precision['days'][number]
    const columns = [
      { header: t('precision-day'), csv: ({ day }: Day) => day },
      { header: t('precision-hours'), csv: ({ hoursWatched }: Day) => hoursWatched.toFixed(1) },
      { header: t('precision-real'), csv: ({ real }: Day) => real },
      { header: t('precision-false'), csv: ({ falseAlarms }: Day) => falseAlarms },
      { header: t('precision-not-judged'), csv: ({ open }: Day) => open },
      { header: t('precision-look-ins'), csv: ({ lookIns }: Day) => lookIns },
    ]
    download(`${appCode}-${days.at(-1)!.day}.csv`, toCsv(columns, days))
  }
  return (
    <>
      {falsePerDay && (
        <p>
          {t('precision-false-per-day', {
            rate: number.format(falsePerDay.rate),
            from: number.format(falsePerDay.interval[0]),
            to: number.format(falsePerDay.interval[1]),
            days: number.format(falsePerDay.days),
          })}
        </p>
      )}
      <div>
        <Button size="small" variant="text" startIcon={<Download size={18} />} onClick={save}>
          {t('precision-csv')}
        </Button>
      </div>
    </>
  )
}

/** The interval as a bar, and the share itself as a mark in it. */
function Bar({ week: { real, falseAlarms, interval } }: { week: Precision['weeks'][number] }) {
  const [from, to] = interval
  return (
    <span className={css.bar} aria-hidden>
      <span className={css.range} style={{ insetInlineStart: `${100 * from}%`, inlineSize: `${100 * (to - from)}%` }} />
      <span className={css.mark} style={{ insetInlineStart: `${(100 * real) / (real + falseAlarms)}%` }} />
    </span>
  )
}

/** A replay of two weeks is work: it is asked for. */
function Proposal({ cameraId, app }: Props) {
  const { t } = useTranslation('app-settings')
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) {
    return (
      <div>
        <Button variant="outlined" onClick={() => setAsked(true)}>
          {t('precision-propose')}
        </Button>
      </div>
    )
  }
  const appCode = alertAppCode.parse(app.appCode)
  return (
    <AppChange
      cameraId={cameraId}
      appCode={appCode}
      apply={(change) => <Apply cameraId={cameraId} app={app} change={change} />}
    />
  )
}

function Apply({ cameraId, app, change }: Props & { change: Change }) {
  const { t } = useTranslation('app-settings')
  const { mutate, isPending } = useConfigureApp(cameraId)
  const onError = (error: unknown) => notifyError(errorTextNow(error))
  const apply = () => {
    const before = app.settings
    const settings = { ...before, [change.setting]: change.to } as typeof before
    const undo = () => mutate(before, { onError, onSuccess: () => notifySuccess(t('precision-undone')) })
    const onSuccess = () => notifySuccess(t('precision-applied'), { label: t('precision-undo'), onClick: undo })
    mutate(settings, { onError, onSuccess })
  }
  return (
    <Button variant="contained" loading={isPending} onClick={apply}>
      {t('precision-apply')}
    </Button>
  )
}
