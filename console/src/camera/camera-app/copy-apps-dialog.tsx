/** Gives other cameras of the site the apps of this one; a camera that may not have them is named with the reason. OPS-09. */

import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { AppCode } from '@mimamori/contract/shared/apps.ts'
import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  FormGroup,
} from '@mui/material'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { RefusedCameras } from '#shared/cameras/refused-cameras.tsx'
import { findCameras, useCameraNames } from '#shared/named-choices.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/form/field/checkbox-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import css from './camera-app-list.module.css'
import { useCopyApps } from './camera-app-queries.ts'

type Props = { cameraId: string; name: string; apps: readonly CameraApp[]; onClose: () => void }
type Values = { toCameraIds: string[]; hasRegions: boolean }

export function CopyAppsDialog({ cameraId, name, apps, onClose }: Props) {
  const { t } = useTranslation('camera-app')
  const { t: ui } = useTranslation('ui')
  const errorText = useErrorText()
  const title = useId()
  const [appCodes, setAppCodes] = useState<AppCode[]>(() => apps.filter(({ isOn }) => isOn).map((app) => app.appCode))
  const { control, handleSubmit, watch, setValue } = useForm<Values>({
    defaultValues: { toCameraIds: [], hasRegions: false },
  })
  const { mutate, data, error, isPending } = useCopyApps(cameraId)
  const refused = data?.refused ?? []
  const named = useCameraNames(
    refused.map((one) => one.cameraId),
    refused.length > 0,
  )
  const isReady = appCodes.length > 0 && watch('toCameraIds').length > 0
  const submit = handleSubmit((values) =>
    mutate(
      { ...values, appCodes },
      {
        onSuccess: (answer) => {
          if (answer.changed > 0) notifySuccess(t('copied', { count: answer.changed }))
          if (answer.refused.length === 0) onClose()
          else
            setValue(
              'toCameraIds',
              answer.refused.map((one) => one.cameraId),
            )
        },
      },
    ),
  )
  const find = async (text: string, signal: AbortSignal) =>
    (await findCameras(text, undefined, signal)).filter(({ id }) => id !== cameraId)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>{t('copy-title', { name })}</DialogTitle>
      <DialogContent className={css.copy!}>
        <p>{t('copy-help')}</p>
        <AppBoxes apps={apps} chosen={appCodes} onChange={setAppCodes} />
        <PickField
          control={control}
          name="toCameraIds"
          label={t('copy-cameras')}
          required
          queryKey={['camera', 'pick', 'copy', cameraId]}
          find={find}
          known={[]}
        />
        <CheckboxField
          control={control}
          name="hasRegions"
          label={t('copy-regions')}
          helperText={t('copy-regions-help')}
        />
        {error && <Alert severity="error">{errorText(error)}</Alert>}
        <RefusedCameras title={t('copy-refused')} refused={refused} named={named} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button variant="contained" color="primary" loading={isPending} disabled={!isReady} onClick={submit}>
          {t('copy')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type BoxesProps = { apps: readonly CameraApp[]; chosen: AppCode[]; onChange: (chosen: AppCode[]) => void }

function AppBoxes({ apps, chosen, onChange }: BoxesProps) {
  const { t } = useTranslation('camera-app')
  const { t: word } = useTranslation('word')
  return (
    <FormGroup role="group" aria-label={t('copy-apps')}>
      {apps.map(({ appCode }) => (
        <FormControlLabel
          key={appCode}
          label={word(`app-${appCode}`)}
          control={
            <Checkbox
              checked={chosen.includes(appCode)}
              onChange={(_, isOn) => onChange(isOn ? [...chosen, appCode] : chosen.filter((code) => code !== appCode))}
            />
          }
        />
      ))}
    </FormGroup>
  )
}
