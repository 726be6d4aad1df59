/** Cameras that the hub finds in its network; choosing one fills the form. CAM-12. */
import { isUsualAddress, makerOfName, streamAddresses } from '@mimamori/contract/camera/camera-profiles.ts'
import type { DiscoveredDevice } from '@mimamori/contract/camera/hub-request.ts'
import { Button } from '@mui/material'
import { Radar } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import type { CameraFormState } from '../camera-form-values.ts'
import { type ChosenStreams, DiscoveryDialog } from './discovery-dialog.tsx'

type Form = CameraFormState['form']

/** The hub is asked only when somebody wants to know: asking around is seen by every device of the network. */
export function Discovery({ form, mayAsk }: { form: Form; mayAsk: () => boolean }) {
  const { t } = useTranslation('cameraForm')
  const [isOpen, setOpen] = useState(false)
  const choose = (device: DiscoveredDevice, streams: ChosenStreams | null) => {
    fill(form, device, streams)
    setOpen(false)
    notifySuccess(t('found-taken'))
  }
  return (
    <>
      <Button variant="text" startIcon={<Radar size={18} />} onClick={() => setOpen(mayAsk())}>
        {t('find')}
      </Button>
      {isOpen && <DiscoveryDialog form={form} onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

function fill(form: Form, device: DiscoveredDevice, streams: ChosenStreams | null): void {
  const change = { shouldDirty: true, shouldValidate: true }
  if (device.manufacturer) form.setValue('brand', device.manufacturer.slice(0, 80), change)
  const maker = makerOfName(device.manufacturer ?? '', `${device.model ?? ''} ${device.name}`)
  if (maker) form.setValue('vendor', maker, change)
  if (device.model) form.setValue('model', device.model.slice(0, 80), change)
  const usual = maker && isUsualAddress(form.getValues('streamUrl')) ? streamAddresses(maker, device.address) : null
  const taken = streams ?? usual
  if (taken) {
    form.setValue('streamUrl', taken.main, change)
    form.setValue('subStreamUrl', taken.sub, change)
  }
  // A device may name itself by host and port; the field is for its address alone.
  const [address] = device.address.replace(/^\w+:\/\//, '').split(/[:/]/)
  if (address && /^[\d.]+$/.test(address)) form.setValue('ipAddress', address, change)
}
