/** The days of the calendar side by side, each with its planned check-ins; arrow keys move from day to day. LIVE-04. */

import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { groupBy } from '@mimamori/contract/shared/group-by.ts'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, toLanguage } from '#lib/browser/language.ts'
import { addDays, addMonths, longDay, weekdayOf } from '#lib/time/calendar-day.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import css from './booking.module.css'
import { daysOf } from './booking-days.ts'
import type { View } from './booking-search.ts'
import { OccurrenceMark, OccurrenceStatus } from './booking-state.tsx'
import type { Target } from './booking-target.ts'
import { targetWords } from './use-move-booking.ts'
import { type TakeUp, useTakeUp } from './use-take-up.ts'

type Props = {
  view: View
  /** The day of the view and of the keyboard focus. */
  day: string
  today: string
  occurrences: readonly Occurrence[]
  onDay: (day: string) => void
  onOpenDay: (day: string) => void
  onOpen: (id: string) => void
  mayMove: (occurrence: Occurrence) => boolean
  onMove: (occurrence: Occurrence, to: Target) => void
}

/** Maximum number of check-ins listed on a day of the month; the rest is a count. */
const SHOWN_OF_MONTH = 3

export function BookingGrid(props: Props) {
  const { view, day, occurrences } = props
  const { i18n } = useTranslation('booking')
  const language = toLanguage(i18n.language)
  const days = daysOf(view, day, language)
  const byDay = useMemo(() => groupBy(occurrences, (each) => each.day), [occurrences])
  const { grid, onKeyDown } = useDayKeys(props)
  const takeUp = useTakeUp(props)
  useFollow(grid, occurrences, takeUp.carried)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the days inside take the focus, their arrows bubble here
    <div ref={grid} className={css.grid} data-view={view} onKeyDown={onKeyDown}>
      {view === 'month' &&
        days.slice(0, 7).map((each) => (
          <span key={each} className={css.weekday} aria-hidden>
            {weekdayOf(each, language)}
          </span>
        ))}
      {days.map((each) => (
        <Day key={each} {...props} date={each} language={language} planned={byDay.get(each) ?? []} takeUp={takeUp} />
      ))}
      <Carried carried={takeUp.carried} language={language} />
    </div>
  )
}

/** Arrow keys move by a day or a week, PageUp and PageDown by a month; Enter opens a day. */
function useDayKeys({ view, day, onDay }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnDay = event.target instanceof HTMLElement && event.target.dataset.day !== undefined
    if (!isOnDay || event.altKey || event.ctrlKey || event.metaKey) return
    const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl'
    const moves: Record<string, string> = {
      ArrowLeft: addDays(day, isTurned ? 1 : -1),
      ArrowRight: addDays(day, isTurned ? -1 : 1),
      ArrowUp: addDays(day, view === 'month' ? -7 : -1),
      ArrowDown: addDays(day, view === 'month' ? 7 : 1),
      PageUp: addMonths(day, -1),
      PageDown: addMonths(day, 1),
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    isMoving.current = true
    onDay(to)
  }
  return { grid, onKeyDown }
}

/** A booking that was moved by keys keeps the focus at its new place. */
function useFollow(grid: RefObject<HTMLElement | null>, occurrences: unknown, carried: TakeUp['carried']): void {
  const id = useRef<string | null>(null)
  if (carried?.point === null) id.current = carried.occurrence.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: it stands elsewhere when these are others
  useEffect(() => {
    if (carried || id.current === null || document.activeElement !== document.body) return
    grid.current?.querySelector<HTMLElement>(`[data-occurrence="${id.current}"]`)?.focus()
    id.current = null
  }, [occurrences, carried, grid])
}

/** Where it would be dropped: at the pointer, or announced and shown above the days. */
function Carried({ carried, language }: Pick<TakeUp, 'carried'> & { language: Language }) {
  const { t } = useTranslation('booking')
  const words = carried ? targetWords(carried.to, language) : ''
  const style = carried?.point ? { left: carried.point.x, top: carried.point.y } : undefined
  return (
    <div
      role="status"
      className={css.carrying}
      data-on={carried !== null || undefined}
      data-keys={!style || undefined}
      style={style}
    >
      {carried && <strong>{words}</strong>}
      {carried && !style && <span>{t('carry-help')}</span>}
    </div>
  )
}

type DayProps = Props & {
  date: string
  language: Language
  planned: readonly Occurrence[]
  takeUp: TakeUp
}

function Day({ date, language, planned, takeUp, ...props }: DayProps) {
  const { view, day, today, onOpenDay, onOpen } = props
  const { t } = useTranslation('booking')
  const shown = view === 'month' ? planned.slice(0, SHOWN_OF_MONTH) : planned
  const more = planned.length - shown.length
  const isOutside = view === 'month' && date.slice(0, 7) !== day.slice(0, 7)
  const name = t('on-day', { day: longDay(date, language), count: planned.length })
  return (
    <section
      className={css.day}
      aria-label={name}
      data-drop={date}
      data-aimed={takeUp.carried?.to.day === date || undefined}
      data-today={date === today || undefined}
      data-outside={isOutside || undefined}
    >
      <button
        type="button"
        className={css.date}
        data-day={date}
        tabIndex={date === day ? 0 : -1}
        aria-current={date === today ? 'date' : undefined}
        onClick={() => onOpenDay(date)}
      >
        <span className="visually-hidden">{name}</span>
        <span className={css.face} aria-hidden>
          {view !== 'month' && <span className={css.quiet}>{weekdayOf(date, language)}</span>}
          <span className={css.number}>{Number(date.slice(8))}</span>
          {view === 'month' && planned.length > 0 && <span className={css.count}>{planned.length}</span>}
        </span>
      </button>
      <ul className={css.items}>
        {shown.map((occurrence) => (
          <Item key={occurrence.id} occurrence={occurrence} isWide={view === 'day'} onOpen={onOpen} takeUp={takeUp} />
        ))}
        {more > 0 && (
          <li>
            <button type="button" className={css.more} onClick={() => onOpenDay(date)}>
              {t('more', { count: more })}
            </button>
          </li>
        )}
        {planned.length === 0 && view !== 'month' && <li className={css.nothing}>{t('nothing-planned')}</li>}
      </ul>
    </section>
  )
}

type ItemProps = { occurrence: Occurrence; isWide: boolean; onOpen: (id: string) => void; takeUp: TakeUp }

function Item({ occurrence, isWide, onOpen, takeUp: { carried, handles } }: ItemProps) {
  const { t } = useTranslation('booking')
  const { id, startMinute, location, userName, unitName, purpose, state, isMoved } = occurrence
  const moved = isMoved ? t('moved-mark') : ''
  const more = [unitName, purpose, moved].filter(Boolean).join(' · ')
  return (
    <li>
      <button
        type="button"
        className={css.item}
        data-state={state}
        data-carried={carried?.occurrence.id === id || undefined}
        {...handles(occurrence)}
        title={`${t(`state-${state}`)} · ${userName}`}
        data-occurrence={id}
        onClick={() => carried || onOpen(id)}
      >
        <span className={css.line}>
          <OccurrenceMark state={state} />
          <span className={css.time}>{timeOf(startMinute)}</span>
          <span className={css.place}>{location}</span>
        </span>
        <span className={css.who}>{userName}</span>
        {isWide && <span className={css.what}>{more}</span>}
        {isWide ? <OccurrenceStatus state={state} /> : <span className="visually-hidden">{t(`state-${state}`)}</span>}
      </button>
    </li>
  )
}
