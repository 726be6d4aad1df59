/** Who answers which question of the service. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import { isPrivate, strictestLook } from '#pipeline/privacy.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { Switchboard } from '../switchboard.ts'
import { askAcap } from './acap.ts'
import type { Answerers } from './desk.ts'
import { discover } from './discover.ts'
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
      // The same camera may be asked for as if it were a new one.
      const isMeant = ({ cameraId, streamUrl }: DesiredCamera) =>
        cameraId === question.cameraId || isSameDevice(streamUrl, question.streamUrl)
      const looks = options.cameras().filter(isMeant).filter(isPrivate)
      const look = strictestLook(looks.map(({ privacy }) => privacy))
      return probe(question, { networks: options.networks(), sources, environment, look }, signal)
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

/** Another login or another of its streams make it no other camera. */
function isSameDevice(a: string, b: string): boolean {
  const [one, other] = [URL.parse(a), URL.parse(b)]
  return one?.hostname ? one.protocol === other?.protocol && one.hostname === other.hostname : false
}
