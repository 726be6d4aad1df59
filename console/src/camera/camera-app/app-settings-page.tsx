/** cameras/apps/{cameraId}/settings/{appCode}: settings of one app of a camera, tried before they are saved. APP-03 to APP-06. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { AppNights } from './app-nights.tsx'
import { AppPrecision } from './app-precision.tsx'
import css from './app-settings.module.css'
import { AppSettingsFields } from './app-settings-fields.tsx'
import {
  type AppFormControl,
  appFormFor,
  isScheduleChanged,
  storedSchedule,
  triedSchedule,
  valuesOf,
} from './app-settings-form-values.ts'
import { AppTryout } from './app-tryout.tsx'
import { useCameraApps, useCameraOfApps, useConfigureApp, useSaveAppSchedule } from './camera-app-queries.ts'

const route = getRouteApi('/app/cameras/apps/$cameraId/settings/$appCode')

export function AppSettingsPage() {
  const { cameraId, appCode } = route.useParams()
  const camera = useCameraOfApps(cameraId)
  const apps = useCameraApps(cameraId)
  return (
    <Loaded query={camera} back={<Back cameraId={cameraId} />}>
      {(found) => (
        <Loaded query={apps} back={<Back cameraId={cameraId} />}>
          {(list) => {
            const app = list.apps.find((one) => one.appCode === appCode)
            return app ? (
              <Settings key={`${cameraId} ${appCode}`} camera={found} app={app} onReload={apps.refetch} />
            ) : (
              <Unknown />
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function Back({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('app-settings')
  return <BackLink to="/app/cameras/apps/$cameraId" params={{ cameraId }} label={t('back')} />
}

type Props = { camera: CameraDetail; app: CameraApp; onReload: () => Promise<unknown> }

function Settings({ camera, app, onReload }: Props) {
  const { t } = useTranslation('app-settings')
  const { t: word } = useTranslation('word')
  const name = word(`app-${app.appCode}`)
  const configure = useConfigureApp(camera.id)
  const saveSchedule = useSaveAppSchedule(camera.id)
  // A newer state of the camera does not change the values of the form.
  const filled = JSON.stringify(valuesOf(app))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filled` is the part of the app that counts
  const values = useMemo(() => valuesOf(app), [filled])
  const { subscribers } = camera
  const schema = useMemo(() => appFormFor({ isOn: app.isOn }, subscribers), [app.isOn, subscribers])
  const state = useRecordForm({
    schema,
    values,
    record: app,
    save: async (draft) => {
      await configure.mutateAsync(draft.settings)
      if (!isScheduleChanged(draft, app)) return
      await saveSchedule.mutateAsync({ appCode: app.appCode, schedule: storedSchedule(draft) })
    },
    saved: t('saved'),
    onReload,
  })
  return (
    <>
      <PageHeader
        lead={<Back cameraId={camera.id} />}
        title={t('title', { app: name })}
        subtitle={[camera.name, camera.location].filter(Boolean).join(' · ')}
      />
      <div className={css.page}>
        {'regions' in app.settings && <Tried camera={camera} app={app} control={state.form.control} />}
        <RecordForm label={t('title', { app: name })} state={state}>
          <AppSettingsFields camera={camera} app={app} control={state.form.control} />
        </RecordForm>
      </div>
    </>
  )
}

/** Watches the form's values in its own component, so that the fields are not rendered again. */
function Tried({ camera, app, control }: { camera: CameraDetail; app: CameraApp; control: AppFormControl }) {
  const [settings, hasOwnSchedule, week] = useWatch({ control, name: ['settings', 'hasOwnSchedule', 'week'] })
  const tried = { camera, app, settings, schedule: triedSchedule({ hasOwnSchedule, week }, app) }
  return (
    <div className={css.tried}>
      <AppTryout {...tried} />
      <AppNights {...tried} />
      <AppPrecision cameraId={camera.id} app={app} />
    </div>
  )
}

function Unknown() {
  const { t } = useTranslation('app-settings')
  const { cameraId } = route.useParams()
  return (
    <EmptyState
      role="alert"
      image={<NothingMatches />}
      title={t('not-found')}
      action={
        <LinkButton to="/app/cameras/apps/$cameraId" params={{ cameraId }}>
          {t('back')}
        </LinkButton>
      }
    />
  )
}
