/** The cameras with most alerts; each leads to its alerts in the same range. */
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#lib/list/time-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { Board } from './board.tsx'
import css from './busiest-cameras.module.css'
import { type Scope, useBusiestCameras } from './dashboard-queries.ts'

const SHOWN = 6

export function BusiestCameras({ scope, range }: { scope: Scope; range: TimeRange }) {
  const { t, i18n } = useTranslation('dashboard')
  const busiest = useBusiestCameras(scope)
  return (
    <Board
      query={busiest}
      title={() => t('busiest')}
      waitingTitle={t('busiest')}
      to="/app/alerts/list"
      search={{ ...range, archived: 'any' }}
    >
      {({ records }) =>
        records.length === 0 ? (
          <EmptyState image={<NothingYet />} title={t('no-data')} />
        ) : (
          <ol className={css.list}>
            {records.slice(0, SHOWN).map(({ cameraId, cameraName, location, count }) => (
              <li key={cameraId}>
                <Link to="/app/alerts/list" search={{ ...range, cameraId, archived: 'any' }} className={css.row}>
                  <span className={css.name}>
                    {cameraName} {location !== cameraName && <small className={css.where}>{location}</small>}
                  </span>
                  <b>{numberText(count, i18n.language)}</b>
                  <span className={css.track} aria-hidden>
                    <span className={css.fill} style={{ width: `${(100 * count) / records[0]!.count}%` }} />
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )
      }
    </Board>
  )
}
