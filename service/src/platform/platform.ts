/** The parts of the service that every feature may use; each handler's context carries them. */
import type { Accounts } from './accounts.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { DiskWatch } from './disk-watch.ts'
import type { Doorbells } from './doorbell.ts'
import type { HubLink } from './hub-seam.ts'
import type { Mail } from './mail.ts'
import type { MediaSignature } from './media-signature.ts'
import type { Passwords } from './password.ts'
import type { Push } from './push.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './session.ts'
import type { Storage } from './storage.ts'
import type { Tokens } from './token.ts'

export type Platform = {
  config: Config
  clock: Clock
  database: Database
  bus: Bus
  bells: Doorbells
  storage: Storage
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
  readHubPiece: HubLink['readHubPiece']
  isHubHere: HubLink['isHubHere']
  orderHub: HubLink['orderHub']
  cutHub: HubLink['cutHub']
  /** Aborts when the service is about to end: streams and sockets close. */
  stopping: AbortSignal
}

/** The tenant of the operator, where SUPER_ADMIN belongs; made by the migration of tenants. */
export const OPERATOR_TENANT_ID = '00000000-0000-7000-8000-000000000000'
