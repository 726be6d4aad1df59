/** Who answers which question of the service. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isPrivate } from '#pipeline/live/privacy.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { Switchboard } from '../switchboard.ts'
import { askAcap } from './acap.ts'
import type { Answerers } from './desk.ts'
import { discover } from './discover.ts'
import { judgePicture } from './picture-gate.ts'
import { probe } from './probe.ts'

export type AnswererOptions = {
  switchboard: Switchboard
  tryOut: Answerers['tryout']
  /** The cameras that this hub shall watch, with their logins. */
  cameras: () => readonly DesiredCamera[]
  networks: () => NetworkRules
  /** Sources besides RTSP, as in WorkerGroupOptions. */
  sources: Record<string, string>
  /** Of the processes that are started. */
  environment: Record<string, string | undefined>
}

/** Joins each question with the part of the hub that knows the answer. */
export function createAnswerers(options: AnswererOptions): Answerers {
  const { switchboard, sources, environment } = options
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
    tryout: options.tryOut,
    control: (question) => switchboard.control(question),
    acap: (question) => {
      const camera = options.cameras().find(({ cameraId }) => cameraId === question.cameraId)
      return askAcap(question, { camera, networks: options.networks() })
    },
  }
}
