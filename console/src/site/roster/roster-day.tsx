/** One day as a list, for a phone: each shift with its people, then who is off, then who has standing shifts. REACH-10. */
import type { Roster, RosterLine } from '@mimamori/contract/site/roster.ts'
import { useTranslation } from 'react-i18next'
import { timeOf } from '#lib/time/minute-of-day.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './roster.module.css'
import type { Place } from './roster-search.ts'

type Props = { roster: Roster; day: string; onOpen: (place: Place) => void }

export function RosterDay({ roster: { shifts, lines }, day, onOpen }: Props) {
  const { t } = useTranslation('roster')
  const cellOf = (line: RosterLine) => line.days.find((cell) => cell.day === day)
  const inside = lines.filter(({ version }) => version > 0)
  const hasShift = (line: RosterLine) => (cellOf(line)?.shiftIds.length ?? 0) > 0
  const people = (list: readonly RosterLine[], noteOf: (line: RosterLine) => string | null = () => null) => (
    <People lines={list} noteOf={noteOf} onOpen={(userId) => onOpen({ userId, day })} />
  )
  const off = inside.filter((line) => !hasShift(line))
  const outside = lines.filter(({ version }) => version === 0)
  return (
    <div className={css.day}>
      {inside.some(hasShift) ? (
        shifts.map(({ id, name, startMinute, endMinute }) => (
          <Card key={id} title={name} help={`${timeOf(startMinute)}–${timeOf(endMinute)}`}>
            {people(inside.filter((line) => cellOf(line)?.shiftIds.includes(id)))}
          </Card>
        ))
      ) : (
        <p className={css.soft}>{t('none-on-day')}</p>
      )}
      {off.length > 0 && <Card title={t('off')}>{people(off, (line) => cellOf(line)?.mark ?? null)}</Card>}
      {outside.length > 0 && (
        <Card title={t('outside', { count: outside.length })}>
          {people(outside, ({ standing }) => (standing.length > 0 ? standing.join(t('join')) : t('standing-none')))}
        </Card>
      )}
    </div>
  )
}

type PeopleProps = {
  lines: readonly RosterLine[]
  noteOf: (line: RosterLine) => string | null
  onOpen: (userId: string) => void
}

function People({ lines, noteOf, onOpen }: PeopleProps) {
  const { t } = useTranslation('roster')
  if (lines.length === 0) return <p className={css.soft}>{t('nobody')}</p>
  return (
    <ul className={css.people}>
      {lines.map((line) => {
        const note = noteOf(line)
        const words = (
          <>
            {line.name} {note && <small>{note}</small>}
          </>
        )
        return (
          <li key={line.userId}>
            {line.mayChange ? (
              <button type="button" className={css.press} onClick={() => onOpen(line.userId)}>
                {words}
              </button>
            ) : (
              words
            )}
          </li>
        )
      })}
    </ul>
  )
}
