/** A relay output of a camera, over ONVIF and in a process of its own. Requirement REACH-61. */
import { fileURLToPath } from 'node:url'
import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { portsOf } from '#pipeline/ingest/clock-watch.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { AnswerError, answerError } from '../rpc/answer-error.ts'
import { runChildTask } from '../rpc/child-task.ts'
import type { OnvifLogin } from '../rpc/onvif-camera.ts'

type Driving = {
  output: number
  want: ContactState
  networks: NetworkRules
  environment: Record<string, string | undefined>
  signal: AbortSignal
}
export type RelayInput = OnvifLogin & { output: number; want: ContactState }

const PROGRAM = fileURLToPath(new URL('./relay-child.ts', import.meta.url))
const PATH = '/onvif/device_service'
const HEAP_MB = 64
/** For all ports together; less than the service waits for the answer. */
const DRIVE_MS = 12_000

/** Throws AnswerError, CameraError. */
export async function driveOutput(camera: DesiredCamera, driving: Driving): Promise<void> {
  const { output, want, networks, environment } = driving
  const host = /^(rtsp|http)s?:/i.test(camera.streamUrl) ? URL.parse(camera.streamUrl)?.hostname : undefined
  if (!host) throw answerError('bad-address')
  const address = await allowedAddress(host, networks)
  const login = { username: camera.username ?? '', password: camera.password ?? '' }
  const endsMs = performance.now() + DRIVE_MS
  let last: unknown = null
  for (const port of portsOf(camera)) {
    const input: RelayInput = { address, port, path: PATH, ...login, output, want }
    const timeoutMs = Math.max(1, endsMs - performance.now())
    try {
      return await runChildTask<void>(PROGRAM, input, {
        timeoutMs,
        heapMb: HEAP_MB,
        environment,
        signal: driving.signal,
      })
    } catch (error) {
      last = error
      // Where nobody listens nothing was switched.
      if (!(error instanceof AnswerError) || error.error.code !== 'refused') break
    }
  }
  throw last
}
