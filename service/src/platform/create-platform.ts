/** The parts that handlers and jobs share: created once for each service. */
import type { Logger } from 'pino'
import { createAccounts } from './accounts.ts'
import { createPasswords, type PasswordCost } from './auth/password.ts'
import { createSessions } from './auth/session.ts'
import { createTokens } from './auth/token.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { diskOf, type ReadDisk } from './disk.ts'
import { createFiles } from './files/create-files.ts'
import { createDiskWatch } from './files/disk-watch.ts'
import { createMediaSignature } from './files/media-signature.ts'
import { createRateLimit } from './http/rate-limit.ts'
import type { HubLink } from './hub-seam.ts'
import { createBus } from './messaging/bus.ts'
import { createMail } from './messaging/mail.ts'
import { createPush } from './messaging/push.ts'
import { createWakeSignals } from './messaging/wake-signals.ts'
import type { Wire } from './messaging/wire.ts'
import type { Platform } from './platform.ts'
import type { Database } from './postgres/database.ts'
import type { Secrets } from './secrets.ts'

export type PlatformOptions = {
  config: Config
  database: Database
  secrets: Secrets
  logger: Logger
  clock?: Clock
  /** Connects other instances; omitted: this is the only one. */
  wire?: Wire | null
  /** For tests of other things: cheap passwords. */
  passwordCost?: PasswordCost
  /** For tests: the room on the disk. */
  readDisk?: ReadDisk
}

/** Without the links to hubs, which come with their sockets. */
export async function createPlatform(
  options: PlatformOptions,
  stopping: AbortSignal,
): Promise<Omit<Platform, keyof HubLink>> {
  const { config, database, secrets, logger, clock = systemClock, wire = null } = options
  const files = await createFiles({ config, database, secrets, clock, logger })
  const tokens = createTokens(secrets)
  const mail = createMail({ config, secrets, clock })
  return {
    config,
    clock,
    database,
    secrets,
    tokens,
    stopping,
    wakeSignals: createWakeSignals({ wire, clock }),
    wire,
    bus: createBus((error) => logger.error({ err: error }, 'a listener of the bus failed'), wire),
    ...files,
    disk: createDiskWatch({ readDisk: options.readDisk ?? diskOf(config.dataDir), clock }),
    media: createMediaSignature(secrets),
    passwords: createPasswords(options.passwordCost),
    sessions: createSessions({ database, tokens, clock }),
    rateLimit: createRateLimit(clock, config.rateFactor, wire),
    mail,
    push: createPush({ clock, config, database, secrets }),
    accounts: createAccounts({ mail, secrets, config, clock }),
  }
}
