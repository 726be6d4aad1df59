/** Test connection: opens a camera's stream once, apart from the cameras that are watched. Requirement CAM-12. */
import { fileURLToPath } from 'node:url'
import type { HubAnswer, HubError, HubRequest, ImageWithheld } from '@mimamori/contract/camera/hub-request.ts'
import type { CameraError } from '#platform/camera-error.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { Credentials } from '#rtsp/camera-address.ts'
import { runChildTask } from './child-task.ts'

/** How long the camera may take for its first words, and everything together, ms. */
export type ProbeLimits = { preflightMs: number; totalMs: number }
const PROBE_LIMITS: ProbeLimits = { preflightMs: 5_000, totalMs: 20_000 }

export type ProbeInput = {
  streamUrl: string
  login: Credentials
  networks: NetworkRules
  /** Sources besides RTSP, as in WorkerGroupOptions. */
  sources: Record<string, string>
  preflightMs: number
  /** No frame may leave. CAM-09. */
  isWithheld: boolean
}
export type Probed = { codec: string; width: number; height: number; framesPerSecond: number | null; jpeg: Buffer }

type ProbeOptions = {
  networks: NetworkRules
  sources: Record<string, string>
  environment: Record<string, string | undefined>
  /** Why no frame may be answered; null: it may. */
  withheld: ImageWithheld | null
  limits?: Partial<ProbeLimits>
}

const PROGRAM = fileURLToPath(new URL('./probe-child.ts', import.meta.url))
const HEAP_MB = 128

/** Answers with the format and one frame. Throws AnswerError. */
export async function probe(
  { streamUrl, username, password, isBasicAllowed, certificate }: Extract<HubRequest, { type: 'probe' }>,
  { networks, sources, environment, withheld, limits }: ProbeOptions,
  signal: AbortSignal,
): Promise<HubAnswer<'probe'>> {
  const { preflightMs, totalMs } = { ...PROBE_LIMITS, ...limits }
  const input: ProbeInput = {
    streamUrl,
    login: { username, password, isBasicAllowed, certificate },
    networks,
    sources,
    preflightMs,
    isWithheld: withheld !== null,
  }
  const { jpeg, ...format } = await runChildTask<Probed>(PROGRAM, input, {
    timeoutMs: totalMs,
    heapMb: HEAP_MB,
    environment,
    signal,
  })
  return { result: { type: 'probe', ...format, withheld, jpeg: Buffer.from(jpeg).toString('base64') } }
}

/** The same error in the answer to a request, which names no host. */
export function hubErrorOf({ reason, maker }: CameraError): HubError {
  const { code, params } = reason
  if ('fingerprint' in params) return { code, params: { fingerprint: params.fingerprint } } as HubError
  if (code === 'opening-failed' || code === 'failed') return { code, params }
  return { code, params: maker ? { maker } : {} } as HubError
}
