/** What a hub is made of, and what it asks of its media workers. */
import type { CorrectedClock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { PoseOptions } from '#pose/pose-model.ts'
import type { DecoderTrust } from './pipeline/decode/decoder-trust.ts'
import type { WorkerGroup, WorkerGroupOptions } from './pipeline/worker/worker-group.ts'
import type { SpoolOptions } from './uplink/spool/spool.ts'
import type { UpgradeOptions } from './uplink/upgrade/upgrader.ts'

/** What the hub needs of its media workers. */
export type Workers = Pick<
  WorkerGroup,
  'configure' | 'modelChanged' | 'lookAway' | 'liveStart' | 'liveStop' | 'ask' | 'stop'
>
export type WorkerSurroundings = Omit<WorkerGroupOptions, 'sources' | 'environment' | 'limits' | 'isLoopbackAllowed'>

export type HubOptions = PoseOptions &
  UpgradeOptions & {
    /** Address of the service without `/api`. */
    service: string
    key: string
    version: string
    dataDir: string
    clock: CorrectedClock
    log: Log
    makeWorkers: (surroundings: WorkerSurroundings) => Workers
    /** Sources besides RTSP and the environment of processes, as the workers have them. */
    sources?: Record<string, string>
    environment?: Record<string, string | undefined>
    isLoopbackAllowed?: boolean
    /** The operator's own fall model, and where its runtime is installed; null: none, and beside the hub. */
    fallModel?: { file: string | null; runtimeFolder: string | null }
    /** What its workers decode with. */
    decoders?: DecoderTrust
    /** Ends this program and starts it anew, on a person's order. */
    restartProgram?: () => void
    /** Steps that a person who starts the hub wants to see, as sentences. */
    say: (line: string) => void
    /** Of its figures, on 127.0.0.1; null: none are served. */
    metricsPort?: number | null
    spool?: Partial<SpoolOptions>
  }
