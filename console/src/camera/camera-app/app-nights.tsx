/** What the form's values would have raised in the last 14 days, compared with raised alerts and their verdicts. APP-06. */

import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import { WHAT_IF_DAYS, type WhatIf } from '@mimamori/contract/insight/what-if.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { Button } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './app-settings.module.css'
import { useLastValid } from './app-tryout.tsx'
import { useWhatIf } from './tryout-queries.ts'

type Props = { camera: CameraDetail; app: CameraApp; settings: unknown; schedule: Week | null }

export function AppNights({ camera, app, settings, schedule }: Props) {
  const { t } = useTranslation('app-settings')
  const tried = useLastValid(settings, app.settings)
  const asked = JSON.stringify([tried.settings, schedule])
  const [answered, setAnswered] = useState('')
  const { data, error, isPending, mutate } = useWhatIf(camera.id)
  const errorText = useErrorText()
  if (!alertAppCode.safeParse(app.appCode).success) return null
  const ask = () => mutate({ settings: tried.settings, schedule }, { onSuccess: () => setAnswered(asked) })
  return (
    <Card title={t('nights', { days: WHAT_IF_DAYS })} help={t('nights-help')}>
      <div className={css.facts}>
        {error && <Notice>{errorText(error)}</Notice>}
        {data && <Answer answer={data} cameraId={camera.id} />}
        {data && answered !== asked && <p className={css.quiet}>{t('nights-other-values')}</p>}
        <Button variant="outlined" onClick={ask} loading={isPending} disabled={!tried.isNow}>
          {t(data ? 'nights-again' : 'nights-ask')}
        </Button>
      </div>
    </Card>
  )
}

function Answer({ answer, cameraId }: { answer: WhatIf; cameraId: string }) {
  const { t } = useTranslation('app-settings')
  const { dateTime } = useTime()
  const { measuredShare, wouldRaise, raised, retained, added, limits } = answer
  if (measuredShare === 0) return <p>{t('nights-none')}</p>
  const gone = raised.falseAlarms - retained.falseAlarms
  const lost = raised.real - retained.real
  return (
    <div aria-live="polite">
      <p>
        <strong>{t('would-raise', { number: wouldRaise.count })}</strong>{' '}
        <span className={css.quiet}>{t('nights-raised', { number: raised.count })}</span>
      </p>
      <ul className="marked">
        <li>{t('nights-false', { gone, all: raised.falseAlarms })}</li>
        <li data-bad={lost > 0 || undefined}>{t('nights-real', { lost, all: raised.real })}</li>
        <li>{t('nights-open', { retained: retained.open, all: raised.open })}</li>
        <li>{t('nights-added', { number: added })}</li>
      </ul>
      <ul className={css.times}>
        {wouldRaise.newest.map((at) => (
          <li key={at}>
            <Link to="/app/why" search={{ cameraId, at }}>
              <time dateTime={at}>{dateTime(at)}</time>
            </Link>
          </li>
        ))}
      </ul>
      {limits.map((limit) => (
        <p key={limit} className={css.quiet}>
          {t(`what-if-${limit}`, { percent: Math.max(1, Math.round(100 * measuredShare)) })}
        </p>
      ))}
    </div>
  )
}
