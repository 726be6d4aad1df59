/** A month as a table: people down, days across, the code of the shift in the cell; below, how many work each shift. REACH-10. */
import type { Roster, RosterLine } from '@mimamori/contract/site/roster.ts'
import { type KeyboardEvent, type MouseEvent, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { daysOfMonth, shortDay, weekdayIndex, weekdayOf } from '#lib/time/calendar-day.ts'
import css from './roster.module.css'
import { cellText } from './roster-codes.ts'
import type { Place } from './roster-search.ts'

type Codes = ReadonlyMap<string, string>
type Props = { roster: Roster; codes: Codes; onOpen: (place: Place) => void }

const ARROWS: Record<string, readonly [column: number, row: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function RosterTable({ roster, codes, onOpen }: Props) {
  const { t, i18n } = useTranslation('roster')
  const language = toLanguage(i18n.language)
  const { month, today, lines } = roster
  const days = useMemo(() => daysOfMonth(month), [month])
  const inside = lines.filter(({ version }) => version > 0)
  const outside = lines.filter(({ version }) => version === 0)
  // One listener for two thousand cells.
  const open = ({ target }: MouseEvent) => {
    const { user, day } = (target as HTMLElement).closest<HTMLElement>('button[data-user]')?.dataset ?? {}
    if (user && day) onOpen({ userId: user, day })
  }
  const rowOf = (line: RosterLine) => <Row key={line.userId} line={line} days={days} today={today} codes={codes} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section className={css.frame} aria-label={t('title')} tabIndex={0} onClick={open} onKeyDown={moveFocus}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('person')}</th>
            {days.map((day) => (
              <th key={day} scope="col" {...dayMarks(day, today)} aria-label={shortDay(day, language)}>
                {Number(day.slice(8))}
                <small>{weekdayOf(day, language)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{inside.map(rowOf)}</tbody>
        {outside.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={days.length + 1} className={css.part}>
                {t('outside', { count: outside.length })}
              </th>
            </tr>
            {outside.map(rowOf)}
          </tbody>
        )}
        <Counts roster={roster} days={days} codes={codes} />
      </table>
    </section>
  )
}

const dayMarks = (day: string, today: string) => ({
  'data-today': day === today || undefined,
  'data-weekend': [0, 6].includes(weekdayIndex(day)) || undefined,
})

type RowProps = { line: RosterLine; days: readonly string[]; today: string; codes: Codes }

const Row = memo(function Row({ line, days, today, codes }: RowProps) {
  const { t, i18n } = useTranslation('roster')
  const language = toLanguage(i18n.language)
  const { userId, name, mayChange, version, standing } = line
  const cells = new Map(line.days.map((cell) => [cell.day, cell]))
  return (
    <tr>
      <th scope="row">
        {name}
        {version === 0 && (
          <small>{standing.length > 0 ? t('standing', { names: standing.join(t('join')) }) : t('standing-none')}</small>
        )}
        {line.isDisabled && <small>{t('disabled')}</small>}
      </th>
      {days.map((day) => {
        const text = cellText(cells.get(day), codes)
        const label = t('cell', { name, day: shortDay(day, language), text: text || t('free') })
        return (
          <td key={day} {...dayMarks(day, today)} data-off={Boolean(cells.get(day)?.mark) || undefined}>
            {mayChange ? (
              <button type="button" tabIndex={-1} data-user={userId} data-day={day} aria-label={label}>
                {text}
              </button>
            ) : (
              text
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** How many people have each shift on each day: a night without anybody is seen at once. */
function Counts({ roster: { shifts, lines }, days, codes }: { roster: Roster; days: readonly string[]; codes: Codes }) {
  const { t } = useTranslation('roster')
  const counts = new Map<string, number>()
  const planned = new Set<string>()
  for (const { day, shiftIds } of lines.flatMap((line) => line.days))
    for (const id of shiftIds) {
      planned.add(day)
      counts.set(`${day} ${id}`, (counts.get(`${day} ${id}`) ?? 0) + 1)
    }
  return (
    <tfoot>
      {shifts.map(({ id, name }) => (
        <tr key={id}>
          <th scope="row">{t('count-of', { code: codes.get(id), shift: name })}</th>
          {days.map((day) => {
            const count = counts.get(`${day} ${id}`) ?? 0
            return (
              <td key={day} data-empty={(planned.has(day) && count === 0) || undefined}>
                {planned.has(day) ? count : ''}
              </td>
            )
          })}
        </tr>
      ))}
    </tfoot>
  )
}

/** Arrow keys go from cell to cell; the first one enters the table. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = ARROWS[event.key]
  if (!move) return
  const rows = [...event.currentTarget.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('button')])
  const open = rows.filter((buttons) => buttons.length > 0)
  const row = open.findIndex((buttons) => buttons.some((button) => button === document.activeElement))
  const column = open[row]?.indexOf(document.activeElement as HTMLButtonElement) ?? 0
  const next = row < 0 ? open[0]?.[0] : open[row + move[1]]?.[column + move[0]]
  if (!next) return
  event.preventDefault()
  next.focus()
}
