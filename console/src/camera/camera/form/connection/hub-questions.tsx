/** What can be asked of the hub while the form is filled in: whether it sees the stream, and which cameras it finds. CAM-12. */

import { useHubs } from '#console/camera/camera/camera-choices.ts'
import type { CameraFormState } from '../camera-form-values.ts'
import { ConnectionTest } from './connection-test.tsx'
import { Discovery } from './discovery.tsx'

type Props = { form: CameraFormState['form']; cameraId: string | null }

export function HubQuestions({ form, cameraId }: Props) {
  const { data: hubs } = useHubs()
  /** With several hubs somebody has to say which one; the field says so. */
  const mayAsk = () => {
    if (form.getValues('agentId') || hubs?.length === 1) return true
    form.setError('agentId', { type: 'choice', message: 'camera.agent-required' }, { shouldFocus: true })
    return false
  }
  return (
    <ConnectionTest
      form={form}
      cameraId={cameraId}
      mayAsk={mayAsk}
      hasHubChoice={(hubs?.length ?? 0) > (cameraId ? 0 : 1)}
    >
      <Discovery form={form} mayAsk={mayAsk} />
    </ConnectionTest>
  )
}
