/** The list of cameras that the hub found, each with its streams; asked again with a login or for one address. */
import { CAMERA_PROFILES, makerOfName } from '@mimamori/contract/camera/camera-profiles.ts'
import type { DiscoveredDevice } from '@mimamori/contract/camera/hub-request.ts'
import { streamPairOf } from '@mimamori/contract/camera/stream/stream-pair.ts'
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  TextField,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import type { CameraFormState } from '../camera-form-values.ts'
import css from './discovery.module.css'

/** Addresses; `sub` is empty where one stream does everything. */
export type ChosenStreams = { main: string; sub: string }
/** Null: the device lists no streams. */
type Choose = (device: DiscoveredDevice, streams: ChosenStreams | null) => void
type Props = { form: CameraFormState['form']; onChoose: Choose; onClose: () => void }

export function DiscoveryDialog({ form, onChoose, onClose }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: ui } = useTranslation('ui')
  const { t: answer } = useTranslation('hub-answer')
  const errorText = useErrorText()
  const [host, setHost] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['discovery', 'with-login'],
    queryFn: ({ signal }) => {
      const { agentId, username, password } = form.getValues()
      const hosts = host.trim() ? [host.trim()] : []
      const body = { agentId, hosts, username: username || null, password: password || null }
      return call('camera.discover', { body }, signal)
    },
    // A login may have been typed meanwhile, and it stays out of every cache key.
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const hostError = useFieldError(Object.entries(fieldsOf(error)).find(([path]) => path.startsWith('hosts'))?.[1])
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{t('find-title')}</DialogTitle>
      <DialogContent className={css.content}>
        <p className={css.quiet}>{t('find-help')}</p>
        <TextField
          label={t('host')}
          error={hostError !== null}
          helperText={hostError ?? t('host-help')}
          value={host}
          fullWidth
          margin="dense"
          onChange={(event) => setHost(event.target.value)}
        />
        <div role="status">
          {isFetching && (
            <>
              <p className={css.quiet}>{t('find-running')}</p>
              <LinearProgress aria-label={t('find-running')} />
            </>
          )}
          {!isFetching && error && hostError === null && <Alert severity="error">{errorText(error)}</Alert>}
          {!isFetching && data?.error && (
            <Alert severity="error">{answer(data.error.code, { ...data.error.params })}</Alert>
          )}
          {!isFetching && data && !data.error && data.devices.length === 0 && (
            <Alert severity="info">{t('find-none')}</Alert>
          )}
        </div>
        {data && <Devices devices={data.devices} onChoose={onChoose} />}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button loading={isFetching} onClick={() => refetch()}>
          {t('find-again')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {})

function Devices({ devices, onChoose }: { devices: readonly DiscoveredDevice[]; onChoose: Choose }) {
  const { t } = useTranslation('cameraForm')
  const { t: answer } = useTranslation('hub-answer')
  return (
    <ul className={css.devices}>
      {devices.map((device) => (
        <li key={device.address} className={css.device}>
          <div className={css.line}>
            <span>
              <strong>{device.name || device.address}</strong>
              <span className={css.facts}>
                {[device.manufacturer, device.model, device.name && device.address].filter(Boolean).join(' · ')}
              </span>
            </span>
            <BothStreams device={device} onChoose={onChoose} />
            {device.streams.length === 0 && (
              <Button size="small" onClick={() => onChoose(device, null)}>
                {t('find-choose')}
              </Button>
            )}
          </div>
          {device.streams.length === 0 && (
            <p className={css.quiet}>
              {device.error ? answer(device.error.code, { ...device.error.params }) : t('find-no-stream')}
              {device.error?.code === 'login-wrong' && <OnvifUser device={device} />}
            </p>
          )}
          {device.streams.map((stream) => (
            <div key={stream.streamUrl} className={css.line}>
              <span className={css.facts}>
                {stream.name}: {stream.codec}, {`${stream.width}\u00a0×\u00a0${stream.height}`}
              </span>
              <Button size="small" onClick={() => onChoose(device, { main: stream.streamUrl, sub: '' })}>
                {t('find-choose')}
              </Button>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The largest for recordings, the smallest that shows a person for detection. */
function BothStreams({ device, onChoose }: { device: DiscoveredDevice; onChoose: Choose }) {
  const { t } = useTranslation('cameraForm')
  const pair = streamPairOf(device.streams)
  if (!pair?.sub) return null
  const streams = { main: pair.main.streamUrl, sub: pair.sub.streamUrl }
  return (
    <Button size="small" onClick={() => onChoose(device, streams)}>
      {t('find-choose-pair')}
    </Button>
  )
}

/** Some makers have users for ONVIF apart from those of the camera. */
function OnvifUser({ device }: { device: DiscoveredDevice }) {
  const { t } = useTranslation('cameraForm')
  const maker = makerOfName(device.manufacturer ?? '', `${device.model ?? ''} ${device.name}`)
  if (!maker) return null
  const { login, brand } = CAMERA_PROFILES[maker]
  return login === 'plain' ? null : ` ${t(`maker-login-${login}`, { brand })}`
}
