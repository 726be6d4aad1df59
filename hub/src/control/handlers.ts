/** The handlers of the service's requests, by type. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isPrivate } from '#pipeline/frame/privacy.ts'
import type { WorkerGroup } from '#pipeline/worker/worker-group.ts'
import type { NetworkRules } from '#platform/networks.ts'
import { driveContact } from './contact/drive-contact.ts'
import type { CameraLooks } from './look/camera-looks.ts'
import { askAcap } from './rpc/acap.ts'
import { discover } from './rpc/discover.ts'
import { judgePicture } from './rpc/picture-gate.ts'
import { probe } from './rpc/probe.ts'
import type { Handlers } from './rpc/rpc-server.ts'
import type { RunControl } from './run-control.ts'

export type HandlerOptions = {
  runControl: RunControl
  askCamera: WorkerGroup['ask']
  looks: CameraLooks
  /** The desired cameras of this hub, with their logins. */
  cameras: () => readonly DesiredCamera[]
  networks: () => NetworkRules
  /** Sources besides RTSP, as in WorkerGroupOptions. */
  sources: Record<string, string>
  /** Environment variables of child processes. */
  environment: Record<string, string | undefined>
}

/** Connects each request type with the part of the hub that handles it. */
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
    contact: (order, signal) => driveContact(order, options, signal),
    control: (question) => runControl.control(question),
    acap: (question) => {
      const camera = options.cameras().find(({ cameraId }) => cameraId === question.cameraId)
      return askAcap(question, { camera, networks: options.networks() })
    },
  }
}
