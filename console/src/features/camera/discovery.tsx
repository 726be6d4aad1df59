/** Cameras that the hub finds in its network; choosing one fills the form. CAM-12. */
import type { DiscoveredDevice } from '@mimamori/contract/hub-question.ts'
import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Radar } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { notifySuccess } from '#ui/toast.ts'
import type { CameraFormState } from './camera-form-values.ts'
import css from './discovery.module.css'
import { DiscoveryDialog } from './discovery-dialog.tsx'

type Form = CameraFormState['form']
const FRESH_MS = 5 * 60_000

/** For a new camera the hub is asked once by itself, and the offer stands there only if it found any. */
export function Discovery({ form, isNew }: { form: Form; isNew: boolean }) {
  const { t } = useTranslation('cameraForm')
  const [isOpen, setOpen] = useState(false)
  const agentId = useWatch({ control: form.control, name: 'agentId' })
  const { data } = useQuery({
    queryKey: ['discovery', agentId],
    queryFn: ({ signal }) => call('camera.discover', { body: { agentId } }, signal),
    staleTime: FRESH_MS,
    retry: false,
    enabled: isNew,
  })
  const count = data?.devices.length ?? 0
  const choose = (device: DiscoveredDevice, streamUrl: string | null) => {
    fill(form, device, streamUrl)
    setOpen(false)
    notifySuccess(t('found-taken'))
  }
  return (
    <>
      {count > 0 ? (
        <Alert
          severity="info"
          icon={<Radar size={20} />}
          action={<Button onClick={() => setOpen(true)}>{t('found-show')}</Button>}
        >
          {t('found', { count })}
        </Alert>
      ) : (
        <div className={css.quietOffer}>
          <Button variant="text" startIcon={<Radar size={18} />} onClick={() => setOpen(true)}>
            {t('find')}
          </Button>
        </div>
      )}
      {isOpen && <DiscoveryDialog form={form} onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

function fill(form: Form, device: DiscoveredDevice, streamUrl: string | null): void {
  const change = { shouldDirty: true, shouldValidate: true }
  if (device.manufacturer) form.setValue('brand', device.manufacturer.slice(0, 80), change)
  if (device.model) form.setValue('model', device.model.slice(0, 80), change)
  if (streamUrl) form.setValue('streamUrl', streamUrl, change)
  // A device may name itself by host and port; the field is for its address alone.
  const [address] = device.address.replace(/^\w+:\/\//, '').split(/[:/]/)
  if (address && /^[\d.]+$/.test(address)) form.setValue('ipAddress', address, change)
}
