/** The random name that this browser has given itself: of its registration for push, and of the proof that alarms are heard. */
import { readStored, writeStored } from '#lib/browser/storage.ts'

const KEY = 'device-name'

export function deviceName(): string {
  const known = readStored(KEY, isName)
  if (known) return known
  const name = crypto.randomUUID()
  writeStored(KEY, name)
  return name
}

/** A browser that registered for push before devices had names goes on by the name of that registration. */
export function keepDeviceName(name: string): void {
  if (name !== '' && readStored(KEY, isName) !== name) writeStored(KEY, name)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
