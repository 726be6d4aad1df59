/** The app's current view, and what it would have raised in the last hour with the form's values. APP-06. */
import { type AppSettings, appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { Tryout } from '@mimamori/contract/camera/tryout.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import { Skeleton } from '@mui/material'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './app-settings.module.css'
import { TryoutFacts } from './tryout-facts.tsx'
import { TryoutImage } from './tryout-image.tsx'
import { useTryout } from './tryout-queries.ts'

type Props = { camera: CameraDetail; app: CameraApp; settings: unknown; schedule: Week | null }

export function AppTryout({ camera, app, settings, schedule }: Props) {
  const { t } = useTranslation('app-settings')
  const { t: word } = useTranslation('word')
  const tried = useLastValid(settings, app.settings)
  const { data, error } = useTryout(camera.id, tried.settings, schedule)
  const errorText = useErrorText()
  if (app.isRunnable === false || data?.isRunnable === false) {
    return <Notice>{t('cannot-run', { app: word(`app-${app.appCode}`) })}</Notice>
  }
  return (
    <Card title={t('see')} help={t('see-help')}>
      <div className={css.tryout}>
        {!tried.isNow && <Notice>{t('values-invalid')}</Notice>}
        {error && <Notice>{errorText(error)}</Notice>}
        {data ? <Answer answer={data} app={app} camera={camera} tried={tried.settings} /> : !error && <Waiting />}
      </div>
    </Card>
  )
}

function Answer({
  answer,
  app,
  camera,
  tried,
}: {
  answer: Tryout
  app: CameraApp
  camera: CameraDetail
  tried: AppSettings
}) {
  const { t } = useTranslation('app-settings')
  const { t: reason } = useTranslation('hub-answer')
  const { facts, error } = answer
  const regions = 'regions' in app.settings ? app.settings.regions : []
  if (error) return <Notice>{t('tryout-failed', { reason: reason(error.code, { ...error.params }) })}</Notice>
  return (
    <>
      <TryoutImage frame={facts?.frame ?? null} regions={regions} detections={facts?.seen?.detections ?? []} />
      {facts && <TryoutFacts facts={facts} needed={neededPercent(tried, camera)} isOn={app.isOn} />}
    </>
  )
}

function Waiting() {
  return <Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto' }} />
}

/** While a number is being typed it may be invalid: continues with the last valid values. */
export function useLastValid(settings: unknown, saved: AppSettings): { settings: AppSettings; isNow: boolean } {
  const last = useRef(saved)
  const parsed = appSettings.safeParse(settings)
  if (parsed.success && JSON.stringify(parsed.data) !== JSON.stringify(last.current)) last.current = parsed.data
  return { settings: last.current, isNow: parsed.success }
}

/** Null for apps without a threshold of pixels. */
function neededPercent(settings: AppSettings, camera: CameraDetail): number | null {
  return settings.appCode === 'A003' ? (settings.pixelChangePercent ?? camera.pixelChangePercent) : null
}
