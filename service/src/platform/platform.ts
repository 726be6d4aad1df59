/** The parts of the service that every feature may use; each handler's context carries them. */
import type { Accounts } from './accounts.ts'
import type { Passwords } from './auth/password.ts'
import type { Sessions } from './auth/session.ts'
import type { Tokens } from './auth/token.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { BucketStorage } from './files/bucket-storage.ts'
import type { DiskWatch } from './files/disk-watch.ts'
import type { MediaSignature } from './files/media-signature.ts'
import type { Storage } from './files/storage.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { HubLink } from './hub-seam.ts'
import type { Bus } from './messaging/bus.ts'
import type { Mail } from './messaging/mail.ts'
import type { Push } from './messaging/push.ts'
import type { WakeSignals } from './messaging/wake-signals.ts'
import type { Wire } from './messaging/wire.ts'
import type { Database } from './postgres/database.ts'
import type { Secrets } from './secrets.ts'

export type Platform = {
  config: Config
  clock: Clock
  database: Database
  bus: Bus
  /** To other instances; null: this is the only one. */
  wire: Wire | null
  wakeSignals: WakeSignals
  storage: Storage
  /** Null: files stay in a folder of this machine. */
  bucket: BucketStorage | null
  disk: DiskWatch
  media: MediaSignature
  secrets: Secrets
  tokens: Tokens
  passwords: Passwords
  sessions: Sessions
  rateLimit: RateLimit
  mail: Mail
  push: Push
  accounts: Accounts
  askHub: HubLink['askHub']
  readHubSegment: HubLink['readHubSegment']
  isHubConnected: HubLink['isHubConnected']
  orderHub: HubLink['orderHub']
  cutHub: HubLink['cutHub']
  /** Aborts when the service is about to end: streams and sockets close. */
  stopping: AbortSignal
}

/** The operator's tenant, to which SUPER_ADMIN belongs; created with the schema. */
export const OPERATOR_TENANT_ID = '00000000-0000-7000-8000-000000000000'
