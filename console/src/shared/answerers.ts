/** The names that a shared station may choose from, and those chosen there of late. ALARM-02. */
import { useQuery } from '@tanstack/react-query'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { call } from '#lib/service/api.ts'

export type Answerer = { userId: string; userName: string }

const KEY = 'alarm-names'
const REMEMBERED = 6
const FRESH_MS = 10 * 60_000

/** Asked for beforehand at a station, so that the names are there when the connection is not. */
export function useAnswerers(isWanted: boolean) {
  return useQuery({
    queryKey: ['alarm', 'answerers'],
    queryFn: ({ signal }) => call('alarm.answerers', {}, signal),
    select: ({ records }) => records,
    staleTime: FRESH_MS,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    enabled: isWanted,
  })
}

/** The last chosen first. */
export function latelyChosen(): string[] {
  return readStored(KEY, isList) ?? []
}

export function rememberChoice(userId: string): void {
  writeStored(KEY, [userId, ...latelyChosen().filter((id) => id !== userId)].slice(0, REMEMBERED))
}

/** Those that the text finds: the likely ones apart and in their order, the others by name. */
export function groupsOf(all: readonly Answerer[], first: readonly string[], text: string) {
  const wanted = plain(text)
  const found = all.filter(({ userName }) => plain(userName).includes(wanted))
  const lately = [...new Set(first)].flatMap((id) => found.find(({ userId }) => userId === id) ?? [])
  return { lately, others: found.filter((one) => !lately.includes(one)) }
}

/** Small letters, one width, no spaces: as people type a name in a hurry. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
