/** Asks a camera that turns, over ONVIF and in a process of its own. Requirement REAL-09. */
import { fileURLToPath } from 'node:url'
import type { CameraLook } from '@mimamori/contract/camera/look/look-state.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { portsOf } from '#pipeline/ingest/clock-watch.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { AnswerError } from '../rpc/answer-error.ts'
import { runChildTask } from '../rpc/child-task.ts'
import type { OnvifLogin } from '../rpc/onvif-camera.ts'

/** `preset` null: its own home position. `return` waits until the camera stands. */
type TurnTask = { type: 'views' } | { type: 'go' | 'return'; preset: string | null }
export type TurnFacts = { presets: CameraLook['presets']; hasHome: boolean }
export type LookInput = OnvifLogin & { task: TurnTask; settleMs: number }
/** Throws AnswerError, CameraError. */
export type TurnCamera = (camera: DesiredCamera, task: TurnTask, signal: AbortSignal) => Promise<TurnFacts>

type TurnOptions = {
  networks: () => NetworkRules
  environment: Record<string, string | undefined>
  /** Frames of its way that may come after it stands, ms; twice as long for a camera that does not say whether it moves. */
  settleMs?: number
}

const PROGRAM = fileURLToPath(new URL('./look-child.ts', import.meta.url))
const PATH = '/onvif/device_service'
const HEAP_MB = 64
const CHILD_MS = 20_000
const SETTLE_MS = 2_000
const NOTHING: TurnFacts = { presets: [], hasHome: false }

/** Drawn rooms and addresses without a host turn nowhere. */
export function createTurnCamera({ networks, environment, settleMs = SETTLE_MS }: TurnOptions): TurnCamera {
  return async (camera, task, signal) => {
    const host = /^(rtsp|http)s?:/i.test(camera.streamUrl) ? URL.parse(camera.streamUrl)?.hostname : undefined
    if (!host) return NOTHING
    const address = await allowedAddress(host, networks())
    const login = { username: camera.username ?? '', password: camera.password ?? '' }
    let last: unknown = null
    for (const port of portsOf(camera)) {
      const input: LookInput = { address, port, path: PATH, ...login, task, settleMs }
      try {
        return await runChildTask<TurnFacts>(PROGRAM, input, {
          ...{ timeoutMs: CHILD_MS, heapMb: HEAP_MB, environment, signal },
        })
      } catch (error) {
        last = error
        // Where nobody listens nothing was turned.
        if (!(error instanceof AnswerError) || error.error.code !== 'refused') break
      }
    }
    throw last
  }
}
