/** Apps on AXIS cameras, by the camera's own interface (VAPIX applications/list.cgi and control.cgi). Requirement CAM-11. */

import type { HubAnswer, HubRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { RunningStatus } from '@mimamori/contract/camera/running.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { DeviceError, digestGet } from '#platform/digest-client.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { AnswerError, answerError } from './answer-error.ts'

type AcapRequest = Extract<HubRequest, { type: 'acap' }>
type AcapOptions = {
  camera: DesiredCamera | undefined
  networks: NetworkRules
  /** Port of the camera's web interface. */
  port?: number
  timeoutMs?: number
}

const PORT = 80
const TIMEOUT_MS = 10_000
/** A camera with fifty apps answers with about 20 kB. */
const LIST_BYTES = 256 * 1024
const FOLDER = '/axis-cgi/applications'

/** Returns the state of an application, after starting or stopping it if requested. Throws AnswerError, CameraError. */
export async function askAcap(request: AcapRequest, options: AcapOptions): Promise<HubAnswer<'acap'>> {
  const get = await door(options)
  const { application, action } = request
  if (action !== 'status') {
    const said = await get(`${FOLDER}/control.cgi?action=${action}&package=${encodeURIComponent(application)}`)
    requireDone(said.trim(), application)
  }
  const found = applicationsOf(await get(`${FOLDER}/list.cgi`)).find(({ name }) => name === application)
  if (!found) return { result: { type: 'acap', running: 'Stopped', installation: 'Failed', version: null } }
  const running = runningOf(found.status, action)
  return { result: { type: 'acap', running, installation: 'Installed', version: found.version } }
}

/** Opens the camera's web interface; the camera's own address and login are known from its settings. */
async function door({ camera, networks, port = PORT, timeoutMs = TIMEOUT_MS }: AcapOptions) {
  if (!camera) throw answerError('camera-unknown')
  const host = URL.parse(camera.streamUrl)?.hostname
  if (!host) throw answerError('bad-address')
  const address = await allowedAddress(host, networks)
  const { username, password } = camera
  if (!username) throw answerError('login-missing')
  const login = { username, password: password ?? '' }
  return async (path: string) => {
    try {
      return await digestGet({ address, port, path, ...login, timeoutMs, bytesMax: LIST_BYTES })
    } catch (error) {
      throw error instanceof DeviceError ? answerError(error.code === 'status' ? 'not-axis' : error.code) : error
    }
  }
}

/** The camera answers `OK` or `Error: n`: 4 not installed, 6 already running, 7 not running, 10 not accepted now. */
function requireDone(said: string, application: string): void {
  if (said === 'OK') return
  const code = /^Error:\s*(\d{1,3})\b/.exec(said)?.[1]
  // It is already in the requested state.
  if (code === '6' || code === '7') return
  if (code === '4') throw new AnswerError({ code: 'not-installed', params: { application } })
  if (code !== undefined) throw new AnswerError({ code: 'camera-error', params: { number: code } })
  throw answerError('answer-unreadable')
}

type Application = { name: string; version: string | null; status: string }

/** Parses a list.cgi response. Reads only attributes; never expands custom XML entities. */
function applicationsOf(xml: string): Application[] {
  if (!/<reply\b[^<>]{0,500}\bresult="ok"/i.test(xml)) {
    throw answerError('answer-unreadable')
  }
  return [...xml.matchAll(/<application\b([^<>]*)>/gi)].flatMap(([, attributes = '']) => {
    const of: Record<string, string> = {}
    for (const [, name, value] of attributes.matchAll(/\b([A-Za-z]{1,40})="([^"<]*)"/g))
      of[name!.toLowerCase()] = text(value!)
    return of.name ? [{ name: of.name, version: of.version?.slice(0, 60) ?? null, status: of.status ?? '' }] : []
  })
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const text = (raw: string) => raw.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!)

/** A camera needs a moment to start or stop an app; assume the requested state until the list shows it. */
function runningOf(status: string, action: AcapRequest['action']): RunningStatus {
  const isRunning = status === 'Running'
  if (!isRunning && status !== 'Stopped' && status !== 'Idle') return 'Error'
  if (action === 'stop') return isRunning ? 'Stopping' : 'Stopped'
  if (action === 'status') return isRunning ? 'Running' : 'Stopped'
  if (isRunning) return 'Running'
  return action === 'start' ? 'Starting' : 'Restarting'
}
