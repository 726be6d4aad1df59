/** What keeps one camera running needs of its worker. */
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { Clock } from '#platform/clock.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { InferenceClient, PoseLine } from '../analysis/inference-client.ts'
import type { FromWorker, LiveEvent, WorkerSetup } from '../worker/worker-message.ts'

export type RunnerOptions = {
  setup: WorkerSetup
  clock: Clock
  networks: NetworkRules
  inference: InferenceClient
  poser: PoseLine
  /** When its apps last raised an alert, also under an earlier runner; it is added to. */
  raised: Map<AlertAppCode, number>
  send: (message: FromWorker) => void
  /** False when the receiver is slow. */
  sendLive: (event: LiveEvent) => boolean
}
