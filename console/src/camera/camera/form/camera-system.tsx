/** The System tab: how the camera is seen, the program that watches it, its settings asked for and in force. CAM-06, CAM-11. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { hasOwnApplication } from '@mimamori/contract/camera/camera-fields.ts'
import type { RunningAction } from '@mimamori/contract/camera/running.ts'
import { Alert, Button } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { Play, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { FormSection } from '#ui/form/record-form.tsx'
import { Facts } from '#ui/layout/detail-layout.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { CameraShadow } from '../camera-shadow.tsx'
import { CameraStatus, useStatusReason } from '../camera-status.tsx'
import { DeregisterDialog } from '../deregister-dialog.tsx'
import { useManageProgram } from './camera-changes.ts'
import css from './camera-form.module.css'

type Props = { camera: CameraDetail }

export function CameraSystem({ camera }: Props) {
  return (
    <>
      <Connection camera={camera} />
      <Program camera={camera} />
      <CameraShadow camera={camera} />
    </>
  )
}

function Connection({ camera }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: words } = useTranslation('camera')
  const reason = useStatusReason(camera)
  return (
    <FormSection title={t('status-now')} help={t('status-help')}>
      <Facts
        facts={[
          [words('status'), <CameraStatus key="status" status={camera.status} />],
          ...(reason ? [[words('status-reason'), reason] as const] : []),
          [words('last-status'), <At key="since" at={camera.lastStatusAt} />],
          [words('last-activity'), <At key="activity" at={camera.lastActivityAt} />],
          [words('hub'), camera.agentName],
          [t('system-registration'), t(`registration-${camera.registrationStatus}`)],
        ]}
      />
    </FormSection>
  )
}

function At({ at }: { at: string | null }) {
  const { t } = useTranslation('camera')
  return at ? <RelativeTime at={at} /> : t('no-activity')
}

const ACTIONS: readonly { action: RunningAction; Icon: typeof Play }[] = [
  { action: 'start', Icon: Play },
  { action: 'stop', Icon: Square },
  { action: 'restart', Icon: RotateCw },
]

function Program({ camera }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: answer } = useTranslation('hub-answer')
  const { mutate, data, isPending, variables } = useManageProgram(camera.id)
  const isNameless = hasOwnApplication(camera.type) && camera.axisApplication === ''
  const run = (action: RunningAction) =>
    mutate(action, {
      onSuccess: ({ error }) => !error && notifySuccess(t(`system-${action}-done`)),
      onError: (error) => notifyError(errorTextNow(error)),
    })
  return (
    <FormSection title={t('system-program')} help={t('system-program-help')}>
      <Facts
        facts={[
          [t('system-running'), camera.runningStatus ? answer(`running-${camera.runningStatus}`) : t('system-unknown')],
          [t('system-installed'), answer(`installation-${camera.installationStatus}`)],
        ]}
      />
      {isNameless && <Alert severity="info">{t('axis-nameless')}</Alert>}
      {data?.error && <Alert severity="error">{answer(data.error.code, { ...data.error.params })}</Alert>}
      <div className={css.actions}>
        {ACTIONS.map(({ action, Icon }) => (
          <Button
            key={action}
            startIcon={<Icon size={18} />}
            loadingPosition="start"
            loading={isPending && variables === action}
            disabled={isNameless || isPending || isIdle(action, camera.runningStatus)}
            onClick={() => run(action)}
          >
            {t(`system-${action}`)}
          </Button>
        ))}
      </div>
    </FormSection>
  )
}

/** What runs needs no start, what stands no stop; while nothing is known everything may be tried. */
function isIdle(action: RunningAction, status: CameraDetail['runningStatus']): boolean {
  return (action === 'start' && status === 'Running') || (action === 'stop' && status === 'Stopped')
}

const route = getRouteApi('/app/cameras/edit/$cameraId')

/** The last section of the tab. */
export function CameraDanger({ camera }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: words } = useTranslation('camera')
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <FormSection title={t('danger-title')} help={t('danger-help')}>
      <div>
        <Button color="error" onClick={() => setOpen(true)}>
          {words('deregister')}
        </Button>
      </div>
      <DeregisterDialog
        open={isOpen}
        cameras={[camera]}
        onClose={() => setOpen(false)}
        onDone={() => navigate({ to: '/app/cameras/list', ignoreBlocker: true })}
      />
    </FormSection>
  )
}
