/** The names that users of a shared station can select, and recently selected ones. ALARM-02. */
import { useQuery } from '@tanstack/react-query'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { call } from '#lib/service/api.ts'

export type Answerer = { userId: string; userName: string }

const KEY = 'alarm-names'
const REMEMBERED = 6
const FRESH_MS = 10 * 60_000

/** Fetched in advance at a station, so that the names are available offline. */
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

/** The latest first. */
export function latelyChosen(): string[] {
  return readStored(KEY, isList) ?? []
}

export function rememberChoice(userId: string): void {
  writeStored(KEY, [userId, ...latelyChosen().filter((id) => id !== userId)].slice(0, REMEMBERED))
}

/** Names that match the text: the likely ones separately and in their order, the others sorted. */
export function groupsOf(all: readonly Answerer[], first: readonly string[], text: string) {
  const wanted = plain(text)
  const found = all.filter(({ userName }) => plain(userName).includes(wanted))
  const lately = [...new Set(first)].flatMap((id) => found.find(({ userId }) => userId === id) ?? [])
  return { lately, others: found.filter((one) => !lately.includes(one)) }
}

/** Lower case, one width, no spaces, to match hurried input. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
