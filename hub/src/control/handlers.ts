/** The handlers of the service's requests, by type. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isPrivate } from '#pipeline/frame/privacy.ts'
import type { WorkerGroup } from '#pipeline/worker/worker-group.ts'
import type { NetworkRules } from '#platform/networks.ts'
import { driveContact } from './contact/drive-contact.ts'
import type { CameraLooks } from './look/camera-looks.ts'
import { askAcap } from './rpc/acap.ts'
import { discover } from './rpc/discover.ts'
import { judgeImage } from './rpc/image-gate.ts'
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
    async probe(request, signal) {
      const cameras = options.cameras().filter(isPrivate)
      const gate = await judgeImage(request, {
        privateStreamUrls: cameras.map(({ streamUrl }) => streamUrl),
        isPrivateCamera: cameras.some(({ cameraId }) => cameraId === request.cameraId),
        networks: options.networks(),
      })
      return probe(request, { ...gate, sources, environment }, signal)
    },
    discover: (request, signal) => discover(request, { networks: options.networks(), environment }, signal),
    tryout: (request) => options.askCamera(request),
    ambient: (request) => options.askCamera(request),
    walk: (request) => options.askCamera(request),
    look: (request) => options.looks.answer(request),
    contact: (order, signal) => driveContact(order, options, signal),
    control: (request) => runControl.control(request),
    acap: (request) => {
      const camera = options.cameras().find(({ cameraId }) => cameraId === request.cameraId)
      return askAcap(request, { camera, networks: options.networks() })
    },
  }
}
