/** What can be asked of the hub while the form is filled in: whether it sees the stream, and which cameras it finds. CAM-12. */

import { useHubs } from '#console/camera/camera/camera-choices.ts'
import type { CameraFormState } from '../camera-form-values.ts'
import { ConnectionTest } from './connection-test.tsx'
import { Discovery } from './discovery.tsx'

type Form = CameraFormState['form']

export function HubRequests({ form, cameraId }: { form: Form; cameraId: string }) {
  const { mayAsk, hubs } = useHubRequests(form)
  return (
    <ConnectionTest form={form} cameraId={cameraId} mayAsk={mayAsk} hasHubChoice={hubs > 0}>
      <Discovery form={form} mayAsk={mayAsk} />
    </ConnectionTest>
  )
}

/** `mayAsk`: with several hubs somebody has to say which one; the field says so. `hubs`: how many there are. */
export function useHubRequests(form: Form) {
  const { data: hubs } = useHubs()
  const mayAsk = () => {
    if (form.getValues('agentId') || hubs?.length === 1) return true
    form.setError('agentId', { type: 'choice', message: 'camera.agent-required' }, { shouldFocus: true })
    return false
  }
  return { mayAsk, hubs: hubs?.length ?? 0 }
}
