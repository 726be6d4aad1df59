/** Options of a hub, and the interface of its media workers. */
import type { CorrectedClock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { PoseOptions } from '#pose/pose-model.ts'
import type { DecoderTrust } from './pipeline/decode/decoder-trust.ts'
import type { WorkerGroup, WorkerGroupOptions } from './pipeline/worker/worker-group.ts'
import type { SpoolOptions } from './uplink/spool/spool.ts'
import type { UpgradeOptions } from './uplink/upgrade/upgrader.ts'

/** The methods of the media workers that the hub uses. */
export type Workers = Pick<
  WorkerGroup,
  'configure' | 'modelChanged' | 'lookAway' | 'liveStart' | 'liveStop' | 'footage' | 'ask' | 'stop'
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
    /** Sources besides RTSP and the environment variables of processes, as in the workers' options. */
    sources?: Record<string, string>
    environment?: Record<string, string | undefined>
    isLoopbackAllowed?: boolean
    /** The operator's own fall model and the folder of its runtime; null: no model, and the hub's folder. */
    fallModel?: { file: string | null; runtimeFolder: string | null }
    /** The decoders of its workers. */
    decoders?: DecoderTrust
    /** Exits and restarts this program, on a user's request. */
    restartProgram?: () => void
    /** Prints progress for the person who starts the hub, in sentences. */
    say: (line: string) => void
    /** Port of the metrics on 127.0.0.1; null: no metrics are served. */
    metricsPort?: number | null
    spool?: Partial<SpoolOptions>
  }
