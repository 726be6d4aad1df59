/** The names that users of a shared station can select, and recently selected ones. ALARM-02. */

import { isFound } from '@mimamori/contract/shared/plain.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { call } from '#lib/service/api.ts'

export type Answerer = { userId: string; userName: string; isOnDuty?: boolean; hasPin?: boolean }

const KEY = 'alarm-names'
const REMEMBERED = 6
const FRESH_MS = 10 * 60_000
const SHIFTS_MS = 60_000

const ANSWERERS = queryOptions({
  queryKey: ['alarm', 'answerers'],
  queryFn: ({ signal }) => call('alarm.answerers', {}, signal),
  staleTime: FRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})

/** Fetched in advance at a station, so that the names are available offline. */
export function useAnswerers(isWanted: boolean) {
  return useQuery({ ...ANSWERERS, select: ({ records }) => records, enabled: isWanted })
}

/** Whether a station asks for the PIN of the person before an alarm is ended. */
export function usePinAsked() {
  return useQuery({ ...ANSWERERS, select: ({ isPinAsked }) => isPinAsked, refetchOnMount: 'always' }).data ?? false
}

/** Renewed while it is shown, because shifts begin and end. */
export function useOnDuty(isWanted: boolean) {
  return useQuery({
    ...ANSWERERS,
    select: onDutyIn,
    enabled: isWanted,
    refetchInterval: SHIFTS_MS,
    staleTime: SHIFTS_MS,
  })
}

function onDutyIn({ records, hasRoster }: { records: Answerer[]; hasRoster: boolean }) {
  return { names: records.filter(({ isOnDuty }) => isOnDuty).map(({ userName }) => userName), hasRoster }
}

/** The latest first. */
export function latelyChosen(): string[] {
  return readStored(KEY, isList) ?? []
}

export function rememberChoice(userId: string): void {
  writeStored(KEY, [userId, ...latelyChosen().filter((id) => id !== userId)].slice(0, REMEMBERED))
}

/** Names that match the text: the likely ones separately and in their order, then those on duty, the others sorted. */
export function groupsOf(all: readonly Answerer[], first: readonly string[], text: string) {
  const found = all.filter(({ userName }) => isFound(userName, text))
  const lately = [...new Set(first)].flatMap((id) => found.find(({ userId }) => userId === id) ?? [])
  const rest = found.filter((one) => !lately.includes(one))
  return { lately, onDuty: rest.filter(({ isOnDuty }) => isOnDuty), others: rest.filter(({ isOnDuty }) => !isOnDuty) }
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
