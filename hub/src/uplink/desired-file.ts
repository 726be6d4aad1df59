/** The settings last put in force, on disk, so that the hub starts and detects while the service is away. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FallbackContact, fallbackContacts } from '@mimamori/contract/fleet/fallback-contact.ts'
import { type DesiredCamera, desiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { type RecordingRule, recordingRule, UPLOAD_ALL } from '@mimamori/contract/footage/recording-on-hub.ts'
import { z } from 'zod'
import { type Log, wordsOf } from '#platform/log.ts'
import { replaceFile } from '#platform/replace-file.ts'
import { readOrMakeKey, seal, unseal } from '#platform/sealed.ts'

/**
 * What the hub knows of its cameras' settings. `versions` also holds cameras that were taken from it; `networks`: where they
 * may be; `recordings`: where their recordings lie, and how long; `contacts`: those of the nurse call that the hub closes
 * by itself.
 */
export type Known = {
  cameras: DesiredCamera[]
  versions: Record<string, number>
  networks: string[]
  recordings: RecordingRule
  contacts: FallbackContact[]
}

export const NOTHING_KNOWN: Known = { cameras: [], versions: {}, networks: [], recordings: UPLOAD_ALL, contacts: [] }

export type DesiredFile = { load(): Known; save(known: Known): void }

const stored = z.object({
  cameras: z.array(desiredCamera),
  versions: z.record(z.string(), z.number().int()),
  networks: z.array(z.string()),
  recordings: recordingRule,
  contacts: fallbackContacts,
})

/** Keeps `desired.json` and `secret.key` in `dir`; passwords and headers are sealed. Errors are logged: the hub goes on. */
export function openDesiredFile(dir: string, log: Log): DesiredFile {
  const path = join(dir, 'desired.json')
  const keyPath = join(dir, 'secret.key')
  return {
    load() {
      try {
        const { cameras, contacts, ...known } = stored.parse(JSON.parse(readFileSync(path, 'utf8')))
        const key = readOrMakeKey(keyPath)
        return {
          ...known,
          cameras: cameras.map((camera) => opened(camera, key, log)),
          contacts: contacts.flatMap((contact) => openedContact(contact, key, log)),
        }
      } catch (error) {
        const isFirstStart = (error as NodeJS.ErrnoException).code === 'ENOENT'
        if (!isFirstStart) log('warn', 'The stored settings cannot be read', { reason: wordsOf(error) })
        return NOTHING_KNOWN
      }
    },
    save({ cameras, contacts, ...known }) {
      try {
        const key = readOrMakeKey(keyPath)
        const secrets = {
          cameras: cameras.map((camera) => sealed(camera, key)),
          contacts: contacts.map((contact) => sealedContact(contact, key)),
        }
        replaceFile(path, JSON.stringify({ ...known, ...secrets }))
      } catch (error) {
        log('warn', 'The settings cannot be stored', { reason: wordsOf(error) })
      }
    },
  }
}

function sealed(camera: DesiredCamera, key: Buffer): DesiredCamera {
  return { ...camera, password: camera.password === null ? null : seal(key, camera.password, camera.cameraId) }
}

function opened(camera: DesiredCamera, key: Buffer, log: Log): DesiredCamera {
  if (camera.password === null) return camera
  const password = unseal(key, camera.password, camera.cameraId)
  if (password === null) log('warn', 'A stored camera password cannot be opened', { cameraId: camera.cameraId })
  return { ...camera, password }
}

function sealedContact(contact: FallbackContact, key: Buffer): FallbackContact {
  const { contactId, device } = contact
  if (device.kind !== 'http' || !device.header) return contact
  const header = { ...device.header, value: seal(key, device.header.value, contactId) }
  return { ...contact, device: { ...device, header } }
}

/** Empty: its header cannot be opened, and its relay would refuse the request. */
function openedContact(contact: FallbackContact, key: Buffer, log: Log): FallbackContact[] {
  const { contactId, device } = contact
  if (device.kind !== 'http' || !device.header) return [contact]
  const value = unseal(key, device.header.value, contactId)
  if (value !== null) return [{ ...contact, device: { ...device, header: { ...device.header, value } } }]
  log('warn', 'The stored header of a nurse-call contact cannot be opened', { contactId })
  return []
}
