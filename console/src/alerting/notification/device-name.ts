/** The random name that this browser has given itself: of its registration for push, and of the proof that alarms are heard. */
import { newId } from '#lib/browser/new-id.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'

const KEY = 'device-name'

export function deviceName(): string {
  const known = readStored(KEY, isName)
  if (known) return known
  const name = newId()
  writeStored(KEY, name)
  return name
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
