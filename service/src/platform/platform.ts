/** The parts of the service that every feature may use; each handler's context carries them. */
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { MediaSignature } from './media-signature.ts'
import type { Passwords } from './password.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './session.ts'
import type { Storage } from './storage.ts'
import type { Tokens } from './token.ts'

export type Platform = {
  config: Config
  clock: Clock
  database: Database
  bus: Bus
  storage: Storage
  media: MediaSignature
  secrets: Secrets
  tokens: Tokens
  passwords: Passwords
  sessions: Sessions
}
