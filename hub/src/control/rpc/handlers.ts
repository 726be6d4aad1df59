/** The handler of each of the service's questions. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isPrivate } from '#pipeline/live/privacy.ts'
import type { WorkerGroup } from '#pipeline/worker/worker-group.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { CameraLooks } from '../look/camera-looks.ts'
import type { RunControl } from '../run-control.ts'
import { askAcap } from './acap.ts'
import { discover } from './discover.ts'
import { judgePicture } from './picture-gate.ts'
import { probe } from './probe.ts'
import type { Handlers } from './rpc-server.ts'

export type HandlerOptions = {
  runControl: RunControl
  askCamera: WorkerGroup['ask']
  looks: CameraLooks
  /** The cameras that this hub shall watch, with their logins. */
  cameras: () => readonly DesiredCamera[]
  networks: () => NetworkRules
  /** Sources besides RTSP, as in WorkerGroupOptions. */
  sources: Record<string, string>
  /** Of the processes that are started. */
  environment: Record<string, string | undefined>
}

/** Joins each question with the part of the hub that knows the answer. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { runControl, sources, environment } = options
  return {
    async probe(question, signal) {
      const cameras = options.cameras().filter(isPrivate)
      const gate = await judgePicture(question, {
        privateStreamUrls: cameras.map(({ streamUrl }) => streamUrl),
        isPrivateCamera: cameras.some(({ cameraId }) => cameraId === question.cameraId),
        networks: options.networks(),
      })
      return probe(question, { ...gate, sources, environment }, signal)
    },
    discover: (question, signal) => discover(question, { networks: options.networks(), environment }, signal),
    tryout: (question) => options.askCamera(question),
    ambient: (question) => options.askCamera(question),
    walk: (question) => options.askCamera(question),
    look: (question) => options.looks.answer(question),
    control: (question) => runControl.control(question),
    acap: (question) => {
      const camera = options.cameras().find(({ cameraId }) => cameraId === question.cameraId)
      return askAcap(question, { camera, networks: options.networks() })
    },
  }
}
