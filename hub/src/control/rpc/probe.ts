/** Test connection: opens a camera's stream once, apart from the cameras that are watched. Requirement CAM-12. */
import { fileURLToPath } from 'node:url'
import type { HubAnswer, HubError, HubQuestion, PictureWithheld } from '@mimamori/contract/camera/hub-question.ts'
import type { StatusReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { CameraError } from '#platform/camera-error.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { Credentials } from '#rtsp/rtsp.ts'
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
  withheld: PictureWithheld | null
  limits?: Partial<ProbeLimits>
}

const PROGRAM = fileURLToPath(new URL('./probe-child.ts', import.meta.url))
const HEAP_MB = 128

/** Answers with the format and one picture. Throws AnswerError. */
export async function probe(
  { streamUrl, username, password, isBasicAllowed, certificate }: Extract<HubQuestion, { type: 'probe' }>,
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

const CODES = {
  refused: 'refused',
  'not-found': 'path-not-found',
  'login-wrong': 'wrong-password',
  'login-missing': 'login-missing',
  'login-basic': 'login-basic',
  'not-rtsp': 'not-rtsp',
  'closed-early': 'not-rtsp',
  'too-long': 'not-rtsp',
  redirected: 'redirected',
  timeout: 'timeout',
  'not-begun': 'timeout',
  'host-unknown': 'host-unknown',
  'network-not-allowed': 'network-not-allowed',
  unreachable: 'unreachable',
  'bad-address': 'bad-address',
  'scene-not-demo': 'scene-not-demo',
  'no-video': 'codec-not-supported',
  'picture-too-large': 'codec-not-supported',
  'no-frames': 'no-pictures',
  ended: 'no-pictures',
  'opening-ended': 'no-pictures',
} as const satisfies Partial<Record<StatusReasonCode, HubError['code']>>

/** The answer to a test of a camera that gives no pictures. */
export function hubErrorOf({ reason: { code, params }, maker }: CameraError): HubError {
  if (code === 'certificate-unknown' || code === 'certificate-changed') {
    return { code, params: { fingerprint: params.fingerprint } }
  }
  const known = Object.entries(CODES).find(([reason]) => reason === code)?.[1]
  if (maker && (known === 'wrong-password' || known === 'login-missing' || known === 'path-not-found')) {
    return { code: known, params: { maker } }
  }
  return known
    ? ({ code: known, params: {} } as HubError)
    : { code: 'failed', params: { detail: 'detail' in params ? params.detail : code } }
}
