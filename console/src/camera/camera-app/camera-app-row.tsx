/** One app of a camera: its words, its switch, where its state comes from, its times. APP-02. */

import { awaitsBed } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import { type AppStanding, appStanding } from '@mimamori/contract/camera/week.ts'
import { BellOff, Settings2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useHasFeature } from '#lib/session/pro.ts'
import { ProBadge } from '#shared/pro-badge.tsx'
import { useSettingsErrors } from '#shared/use-settings-errors.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { type Status, StatusDot } from '#ui/layout/status-dot.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { useScheduleWords } from '#ui/schedule-editor/schedule-words.ts'
import css from './camera-app-list.module.css'
import { type OwnState, useSwitchApp } from './camera-app-queries.ts'

/** `hubErrors`: what the hub cannot put in force of the camera's settings. */
type Props = { cameraId: string; app: CameraApp; mayChange: boolean; hubErrors: readonly SettingsError[] }

const STATES: readonly OwnState[] = ['ENABLED', 'DISABLED', 'GLOBAL']
const DOTS: Record<AppStanding, Status> = { on: 'online', off: 'disabled', never: 'inactive' }

export function CameraAppRow({ cameraId, app, mayChange, hubErrors }: Props) {
  const { t } = useTranslation(['camera-app', 'activity'])
  const { t: word } = useTranslation('word')
  const { t: rejection } = useTranslation('error')
  const scheduleWords = useScheduleWords()
  const name = word(`app-${app.appCode}`)
  const standing = appStanding(app.isOn, app.effectiveSchedule)
  return (
    <li className={css.row}>
      <div className={css.words}>
        <div className={css.head}>
          <h2 className={css.name}>{name}</h2>
          <StatusDot status={DOTS[standing]} word={t(`is-${standing}`)} />
          <span className={css.quiet}>{t(`from-${app.stateFrom}`)}</span>
        </div>
        <p>{t(`activity.about-${app.appCode}`)}</p>
        {app.settings.appCode === 'A005' && <Model model={app.settings.model} hubErrors={hubErrors} />}
        {app.isOn && (app.notifies === 'nobody' || app.notifies === 'nobody-on-purpose') && (
          <p className={app.notifies === 'nobody' ? css.warning : css.quiet}>
            <BellOff size={16} aria-hidden /> {t(`notifies-${app.notifies}`)}
          </p>
        )}
        {app.isOn && awaitsBed(app.settings) && (
          <p className={css.warning}>
            <TriangleAlert size={16} aria-hidden /> {t('awaits-bed')}{' '}
            {mayChange && (
              <LinkButton to="/app/cameras/edit/$cameraId/regions" params={{ cameraId }} search={{ layer: 'beds' }}>
                {t('draw-bed')}
              </LinkButton>
            )}
          </p>
        )}
        {app.missingAtSite && (
          <p className={css.warning}>
            <TriangleAlert size={16} aria-hidden /> {rejection(app.missingAtSite)}
          </p>
        )}
        {app.isRunnable === false && (
          <p className={css.warning}>
            <TriangleAlert size={16} aria-hidden /> {t('not-runnable')}
          </p>
        )}
        <p className={css.quiet}>
          {t('when')}: {scheduleWords(app.effectiveSchedule)} ({t(`schedule-from-${app.scheduleFrom}`)})
        </p>
      </div>
      {mayChange && (
        <div className={css.actions}>
          <Switch cameraId={cameraId} app={app} name={name} />
          <LinkButton
            to="/app/cameras/apps/$cameraId/settings/$appCode"
            params={{ cameraId, appCode: app.appCode }}
            startIcon={<Settings2 size={18} />}
          >
            {t('settings')}
          </LinkButton>
        </div>
      )}
    </li>
  )
}

function Switch({ cameraId, app, name }: { cameraId: string; app: CameraApp; name: string }) {
  const { t } = useTranslation('camera-app')
  const { mutate } = useSwitchApp(cameraId)
  const change = (state: OwnState) => {
    if (state === app.state) return
    mutate(
      { appCode: app.appCode, state },
      {
        onSuccess: () => notifySuccess(t('updated')),
        onError: (error) => notifyError(lacksSubscriber(error) ? t('subscriber-first') : errorTextNow(error)),
      },
    )
  }
  return (
    <Segmented<OwnState>
      label={t('state', { app: name })}
      value={app.state}
      options={STATES.map((value) => ({ value, label: t(`state-${value}`) }))}
      onChange={change}
    />
  )
}

/** Whether the service refused because nobody would be notified. */
const lacksSubscriber = (error: unknown) => error instanceof ApiError && error.fields.subscribers !== undefined

function Model({ model, hubErrors }: { model: 'standard' | 'advanced'; hubErrors: readonly SettingsError[] }) {
  const { t } = useTranslation('camera-app')
  const hasPro = useHasFeature('advanced-fall-model')
  const modelErrors = useSettingsErrors(hubErrors, 'model-')
  return (
    <>
      <p className={css.quiet}>
        {t(`${model}-model`)} {model === 'advanced' && !hasPro && <ProBadge />}
      </p>
      {modelErrors && model === 'advanced' && (
        <p className={css.warning}>
          <TriangleAlert size={16} aria-hidden /> {modelErrors}
        </p>
      )}
    </>
  )
}
