/** A planned check-in is put to another day or time at once: with a way back, and in words what else is planned then. LIVE-04. */

import type { BookingConflict, Occurrence } from '@mimamori/contract/care/booking.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Language, toLanguage } from '#lib/browser/language.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { shortDay } from '#lib/time/calendar-day.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import type { Target } from './booking-target.ts'

/** `Mon 23 Nov, 14:00`. */
export function targetWords({ day, startMinute }: Target, language: Language): string {
  return `${shortDay(day, language)}, ${timeOf(startMinute)}`
}

export function useMoveBooking(): (occurrence: Occurrence, to: Target) => void {
  const { t, i18n } = useTranslation('booking')
  const language = toLanguage(i18n.language)
  const { mutateAsync: save } = useSaveTarget()
  const failed = (error: unknown) => notifyError(isOver(error) ? t('in-past') : errorTextNow(error))
  const inWords = ({ of, location, userName, ...at }: BookingConflict) =>
    t(`conflict-${of}`, { when: targetWords(at, language), room: location, name: userName })
  const put = async (occurrence: Occurrence, to: Target) => {
    const { day, startMinute } = occurrence
    const saved = await save({ occurrence, to })
    // What cannot be asked hinders nothing: the move stands.
    const conflict = await firstConflict(saved).catch(() => null)
    const undo = () => void save({ occurrence: saved, to: { day, startMinute } }).catch(failed)
    const moved = t('moved-to', { when: targetWords(to, language) })
    notifySuccess(conflict ? `${moved} ${inWords(conflict)}` : moved, { label: t('undo'), onClick: undo })
  }
  return (occurrence, to) => void put(occurrence, to).catch(failed)
}

const isOver = (error: unknown) => error instanceof ApiError && 'booking.in-past' === Object.values(error.fields)[0]

type Save = { occurrence: Occurrence; to: Target }
type Range = { records: Occurrence[]; isCut: boolean }

/** The calendar shows it there at once, and again where it is when that failed. */
function useSaveTarget() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ occurrence: { id, version }, to }: Save) =>
      call('booking.change', { params: { id }, body: { version, ...to } }),
    onMutate: async ({ occurrence: { id }, to }: Save) => {
      await cache.cancelQueries({ queryKey: ['booking', 'range'] })
      cache.setQueriesData<Range>({ queryKey: ['booking', 'range'] }, (range) => range && withMoved(range, id, to))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['booking'] }),
  })
}

function withMoved(range: Range, id: string, to: Target): Range {
  const records = range.records.map((each) => (each.id === id ? { ...each, ...to } : each))
  const order = (a: Occurrence, b: Occurrence) => a.day.localeCompare(b.day) || a.startMinute - b.startMinute
  return { ...range, records: records.sort(order) }
}

async function firstConflict(of: Occurrence): Promise<BookingConflict | null> {
  const { cameraId, userId, day: firstDay, startMinute, bookingId } = of
  const windowMinutes = Math.round((Date.parse(of.endsAt) - Date.parse(of.startsAt)) / MINUTE_MS)
  const draft = { cameraId, userId, firstDay, startMinute, windowMinutes }
  const { records } = await call('booking.conflicts', { body: { draft, bookingId } })
  return records[0] ?? null
}
