/** Brings a contact of the nurse call into the wanted state. It keeps none: a lost service opens nothing. REACH-60. */
import type { ContactOrder, HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { NetworkRules } from '#platform/networks.ts'
import { answerError } from '../rpc/answer-error.ts'
import { driveHttp } from './http-relay.ts'
import { driveOutput } from './relay-output.ts'

type DriveOptions = {
  /** The desired cameras of this hub, with their logins. */
  cameras: () => readonly DesiredCamera[]
  networks: () => NetworkRules
  environment: Record<string, string | undefined>
}

/** Throws AnswerError, CameraError. */
export async function driveContact(
  { device, want, isCheck }: Pick<ContactOrder, 'device' | 'want' | 'isCheck'>,
  { cameras, networks, environment }: DriveOptions,
  signal: AbortSignal,
): Promise<HubAnswer<'contact'>> {
  if (device.kind === 'http') {
    return {
      result: { type: 'contact', ...(await driveHttp(device, { want, isCheck, networks: networks(), signal })) },
    }
  }
  const camera = cameras().find(({ cameraId }) => cameraId === device.cameraId)
  if (!camera) throw answerError('camera-unknown')
  await driveOutput(camera, { output: device.output, want, networks: networks(), environment, signal })
  // The protocol reads no state of an output; each check sets it again.
  return { result: { type: 'contact', state: want, isReported: false } }
}
