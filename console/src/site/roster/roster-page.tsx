/** roster: who works which shift on which day of a month; on a phone one day. REACH-10. */
import type { Roster } from '@mimamori/contract/site/roster.ts'
import { Button, IconButton, Skeleton, useMediaQuery } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { toLanguage } from '#lib/browser/language.ts'
import { siteOf, useIsOutside, useUser } from '#lib/session/session.ts'
import { addDays, addMonths, longDay, monthName } from '#lib/time/calendar-day.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './roster.module.css'
import { RosterCellDialog } from './roster-cell-dialog.tsx'
import { codesOf } from './roster-codes.ts'
import { RosterDay } from './roster-day.tsx'
import { useRoster } from './roster-queries.ts'
import type { Place, RosterSearch } from './roster-search.ts'
import { RosterTable } from './roster-table.tsx'

const route = getRouteApi('/app/roster')

export function RosterPage() {
  const { t } = useTranslation('roster')
  const user = useUser()
  const isNarrow = useMediaQuery('(max-width: 899px)', { noSsr: true })
  const { month, day } = route.useSearch()
  const query = useRoster(month ?? day?.slice(0, 7))
  if (useIsOutside() || siteOf(user) === null) return <NotConnected />
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('help')}
        actions={
          mayCall(user.role, 'roster.save') && (
            <LinkButton
              to="/app/roster/import"
              search={{ month: query.data?.month }}
              variant="contained"
              color="primary"
            >
              {t('import')}
            </LinkButton>
          )
        }
      />
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={480} />}>
        {(roster) => <Month roster={roster} isNarrow={isNarrow} day={day} />}
      </Loaded>
    </>
  )
}

function Month({ roster, isNarrow, day: asked }: { roster: Roster; isNarrow: boolean; day: string | undefined }) {
  const { t } = useTranslation('roster')
  const [place, setPlace] = useState<Place | null>(null)
  const codes = useMemo(() => codesOf(roster), [roster])
  const isThisMonth = roster.today.startsWith(roster.month)
  const day = asked?.startsWith(roster.month) ? asked : isThisMonth ? roster.today : `${roster.month}-01`
  const line = place && roster.lines.find(({ userId }) => userId === place.userId)
  return (
    <div className={css.page}>
      {!roster.hasRoster && <Notice>{t('none-today')}</Notice>}
      {roster.shifts.length === 0 && <Notice>{t('no-shifts')}</Notice>}
      <Steps roster={roster} day={isNarrow ? day : null} />
      {isNarrow ? (
        <RosterDay roster={roster} day={day} onOpen={setPlace} />
      ) : (
        <RosterTable roster={roster} codes={codes} onOpen={setPlace} />
      )}
      <Legend roster={roster} codes={codes} />
      {place && line && (
        <RosterCellDialog roster={roster} line={line} day={place.day} codes={codes} onClose={() => setPlace(null)} />
      )}
    </div>
  )
}

/** To the month, or the day, before and after. */
function Steps({ roster, day }: { roster: Roster; day: string | null }) {
  const { t, i18n } = useTranslation('roster')
  const navigate = route.useNavigate()
  const language = toLanguage(i18n.language)
  const go = (search: RosterSearch) => void navigate({ search, replace: true })
  const step = (by: 1 | -1) =>
    go(day ? { day: addDays(day, by) } : { month: addMonths(`${roster.month}-01`, by).slice(0, 7) })
  const [previous, next] = day ? [t('day-before'), t('day-after')] : [t('month-before'), t('month-after')]
  return (
    <div className={css.steps}>
      <IconButton aria-label={previous} title={previous} onClick={() => step(-1)}>
        <ChevronLeft size={20} className={css.turns} />
      </IconButton>
      <h2 className={css.period} aria-live="polite">
        {day ? longDay(day, language) : monthName(roster.month, language)}
      </h2>
      <IconButton aria-label={next} title={next} onClick={() => step(1)}>
        <ChevronRight size={20} className={css.turns} />
      </IconButton>
      <Button onClick={() => go(day ? { day: roster.today } : {})}>{t(day ? 'today' : 'this-month')}</Button>
    </div>
  )
}

function Legend({ roster: { shifts }, codes }: { roster: Roster; codes: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('roster')
  return (
    <ul className={css.legend} aria-label={t('legend')}>
      {shifts.map(({ id, name, startMinute, endMinute }) => (
        <li key={id}>
          <strong>{codes.get(id)}</strong> {name} {timeOf(startMinute)}–{timeOf(endMinute)}
        </li>
      ))}
    </ul>
  )
}
