/** Whether several people use this browser: then passwords are not remembered. AUTH-06. */
import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import { readStored, writeStored } from '../browser/storage.ts'

/** `userIds`: at most the first two. */
type People = { userIds: string[]; isStation: boolean }

const KEY = 'people-here'

const isPeople = (value: unknown): value is People =>
  typeof value === 'object' && value !== null && Array.isArray((value as People).userIds)

const people = () => readStored(KEY, isPeople) ?? { userIds: [], isStation: false }

/** Notes who signed in. */
export function notePerson({ id, type }: Pick<SessionUser, 'id' | 'type'>): void {
  const { userIds, isStation } = people()
  writeStored(KEY, { userIds: [...new Set([...userIds, id])].slice(0, 2), isStation: isStation || type === 'SHARED' })
}

/** Whether a second person signed in here, or an account that several people use. */
export function isSharedBrowser(): boolean {
  const { userIds, isStation } = people()
  return isStation || userIds.length > 1
}
