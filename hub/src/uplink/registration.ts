/** A hub without a key gets one with its site's authorization key, once, and stores it on its disk. SITE-01. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CallError, createClient } from '@mimamori/contract/client.ts'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { hubKey } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { BackOff } from '#platform/back-off.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { wordsOf } from '#platform/log.ts'
import { replaceFile } from '#platform/replace-file.ts'
import { readOrMakeKey, seal, unseal } from '#platform/sealed.ts'

const CALL_TIMEOUT_MS = 15_000
/** Recipient of the sealed key. */
const CONTEXT = 'hub-key'

/** The service will never accept this registration. The message is written for the person who starts the hub. */
export class RegistrationRefused extends Error {}

/** `sealedKey` null: the registration was started, but its answer is not stored. */
const stored = z.object({ registrationId: z.uuid(), sealedKey: z.string().nullable() })
type Stored = z.infer<typeof stored>

/** The key of an earlier registration in that folder; null: missing, or it cannot be decrypted. */
export function storedHubKey(dataDir: string): string | null {
  const sealed = readStored(dataDir)?.sealedKey
  if (!sealed) return null
  const key = unseal(readOrMakeKey(join(dataDir, 'secret.key')), sealed, CONTEXT)
  return hubKey.safeParse(key).success ? key : null
}

type RegistrationOptions = {
  service: string
  siteKey: string
  /** Null: the host name. */
  name: string | null
  dataDir: string
  version: string
  hostname: string
  clock: Clock
  say: (line: string) => void
}

/**
 * Registers; returns the key once it is stored. Retries while the service cannot be reached. The id of the registration is on
 * the disk before the first call: after a crash the request is repeated for the same hub, not for a second one.
 * Throws RegistrationRefused.
 */
export async function registerHub(options: RegistrationOptions): Promise<string> {
  const { dataDir, service, say } = options
  mkdirSync(dataDir, { recursive: true })
  const release = lock(dataDir)
  try {
    // A parallel start of the same hub may have stored it meanwhile.
    const known = storedHubKey(dataDir)
    if (known) return known
    const secretKey = readOrMakeKey(join(dataDir, 'secret.key'))
    const registrationId = readStored(dataDir)?.registrationId ?? randomUUID()
    writeStored(dataDir, { registrationId, sealedKey: null })
    say(`This hub has no key yet. It registers at ${service} with the site authorization key.`)
    const { key, name } = await askUntilAnswered(options, registrationId)
    writeStored(dataDir, { registrationId, sealedKey: seal(secretKey, key, CONTEXT) })
    say(`The hub is registered as ${name}. Its own key is stored in ${dataDir}; the site key is needed no more.`)
    return key
  } finally {
    release()
  }
}

async function askUntilAnswered(options: RegistrationOptions, registrationId: string) {
  const { service, siteKey, name, version, clock, say } = options
  const send = createClient({ base: `${service}/api`, token: () => null })
  const hostname = options.hostname.slice(0, 200)
  const body = { siteKey, registrationId, version, hostname, ...(name && { name }) }
  const backOff = new BackOff()
  let said = ''
  for (;;) {
    try {
      const answer = await send('hub.register', { body }, AbortSignal.timeout(CALL_TIMEOUT_MS))
      return endpoints['hub.register'].response.extend({ key: hubKey }).parse(answer)
    } catch (error) {
      const reason = reasonOf(error)
      if (isRefused(error))
        throw new RegistrationRefused(`The service at ${service} does not register this hub: ${reason}`)
      if (reason !== said) say(`The service at ${service} does not register this hub yet (${reason}). It keeps trying.`)
      said = reason
      await wait(clock, backOff.nextMs(error))
    }
  }
}

/** Decides by the service's own error keys: any web server in between may return a status. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && ['hub-key-refused', 'invalid-request'].includes(error.body.key)
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'its answer is not one of Mimamori'
  if (!(error instanceof CallError)) return wordsOf(error)
  if (error.status === 0) return 'it cannot be reached'
  if (error.body.key === 'hub-key-refused') {
    return 'its site key is not valid. Copy it again, or issue a new one on the site’s page in the console.'
  }
  return wordsOf(new Error(error.body.message))
}

/** An invalid file counts as missing: the hub then registers again. */
function readStored(dataDir: string): Stored | null {
  try {
    return stored.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

function writeStored(dataDir: string, registration: Stored): void {
  replaceFile(fileIn(dataDir), JSON.stringify(registration))
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'registration.json')
}

/** Two parallel starts would replace each other's keys. The system releases the lock when the program ends. */
function lock(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'registration.lock'))
  try {
    file.exec('begin exclusive')
  } catch {
    file.close()
    throw new RegistrationRefused(`Another hub is already registering on ${dataDir}.`)
  }
  return () => file.close()
}
