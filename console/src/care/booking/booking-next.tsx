/** Due and upcoming check-ins, above the list of check-ins. LIVE-03, LIVE-04. */
import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './booking.module.css'
import { endTime } from './booking-facts.tsx'
import { useNext } from './booking-queries.ts'
import { OccurrenceStatus } from './booking-state.tsx'

export function NextCheckIns() {
  return useIsOutside() ? null : <Next />
}

function Next() {
  const { t } = useTranslation('booking')
  const next = useNext(useUnitIds())
  return (
    <div className={css.next}>
      <Card title={t('due-now')}>
        <Loaded isPart query={next} skeleton={<Skeleton variant="rounded" height={72} />}>
          {({ records }) =>
            records.length === 0 ? (
              <p className={css.quiet}>{t('due-none')}</p>
            ) : (
              <ul className={css.list}>
                {records.map((occurrence) => (
                  <Row key={occurrence.id} occurrence={occurrence} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}

function Row({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation('booking')
  const { role } = useUser()
  const { id, cameraId, startMinute, location, unitName, userName, purpose, state } = occurrence
  return (
    <li className={css.row} data-state={state}>
      <span className={css.time}>
        {timeOf(startMinute)}
        <span className={css.quiet}>–{endTime(occurrence)}</span>
      </span>
      <span className={css.words}>
        <Link to="/app/virtualCheckIn/planned/$occurrenceId" params={{ occurrenceId: id }} className={css.room}>
          {location}
        </Link>
        <span className={css.quiet}>{[unitName, userName, purpose].filter(Boolean).join(' · ')}</span>
      </span>
      <OccurrenceStatus state={state} />
      {state === 'due' && mayCall(role, 'event.open') && (
        <LinkButton
          to="/app/virtualCheckIn/room/$cameraId"
          params={{ cameraId }}
          search={{ start: true }}
          variant="contained"
          color="primary"
          aria-label={`${t('start-check-in')}: ${location}`}
        >
          {t('start')}
        </LinkButton>
      )}
    </li>
  )
}
