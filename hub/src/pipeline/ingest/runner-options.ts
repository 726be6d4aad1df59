/** What keeps one camera running needs of its worker. */
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Clock } from '#platform/clock.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { RetainedBackground } from '../analysis/background-memory.ts'
import type { InferenceClient, PoseLine } from '../analysis/inference-client.ts'
import type { FromWorker, LiveEvent, WorkerSetup } from '../worker-message.ts'

export type RunnerOptions = {
  setup: WorkerSetup
  clock: Clock
  networks: NetworkRules
  inference: InferenceClient
  poser: PoseLine
  /** When its apps last raised an incident, also under an earlier runner; it is added to. */
  lastIncidents: Map<AlertAppCode, number>
  /** The empty room as an earlier process knew it; null: none did. */
  background: RetainedBackground | null
  /** Ms since the machine started, its standby included; default: the system's. */
  uptimeMs?: () => number
  send: (message: FromWorker) => void
  /** False when the receiver is slow. */
  sendLive: (event: LiveEvent) => boolean
}
