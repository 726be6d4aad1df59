/** Queries and mutations of rosters. Keys start with 'roster'. REACH-10. */
import type { Roster, RosterChange, RosterDraft } from '@mimamori/contract/site/roster.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

/** A month; the current one when it is left out. */
export function useRoster(month: string | undefined, { isSteady = true }: { isSteady?: boolean } = {}) {
  return useQuery({
    queryKey: ['roster', month ?? 'now'],
    queryFn: ({ signal }) => call('roster.get', { query: { ...(month && { month }) } }, signal),
    ...(isSteady && { placeholderData: keepPreviousData }),
  })
}

/** Saves changes and offers to undo them. The undo writes back what stood before, unless somebody has changed it since. */
export function useSaveRoster(before: Roster) {
  const { t } = useTranslation('roster')
  const { t: ui } = useTranslation('ui')
  const cache = useQueryClient()
  const refetch = () =>
    Promise.all(
      [['roster'], ['alarm', 'answerers'], ['user', 'duty']].map((queryKey) => cache.invalidateQueries({ queryKey })),
    )
  const undo = useMutation({
    mutationFn: (body: RosterDraft) => call('roster.save', { body }).finally(refetch),
    onSuccess: () => notifySuccess(t('undone')),
    onError: (error) => notifyError(errorTextNow(error)),
  })
  return useMutation({
    mutationFn: (draft: Omit<RosterDraft, 'month'>) =>
      call('roster.save', { body: { ...draft, month: before.month } }).finally(refetch),
    onSuccess: ({ lines }, draft) => {
      const back = { month: before.month, lines: inverse(before, draft.lines, lines) }
      notifySuccess(t('saved'), { label: ui('undo'), onClick: () => undo.mutate(back) })
    },
    onError: (error) => notifyError(errorTextNow(error)),
  })
}

/** The changes that bring back what stood before; `saved` has the versions of now. */
export function inverse(
  { lines }: Pick<Roster, 'lines'>,
  changes: readonly RosterChange[],
  saved: readonly { userId: string; version: number }[],
): RosterChange[] {
  return changes.flatMap(({ userId, days }): RosterChange[] => {
    const line = lines.find((one) => one.userId === userId)
    const version = saved.find((one) => one.userId === userId)?.version
    if (!line || version === undefined) return []
    if (line.version === 0) return [{ userId, version, days: null }]
    const names = days?.map(({ day }) => day) ?? line.days.map(({ day }) => day)
    const stood = (day: string) => line.days.find((one) => one.day === day) ?? { day, shiftIds: [], mark: null }
    return [{ userId, version, days: names.map(stood) }]
  })
}
