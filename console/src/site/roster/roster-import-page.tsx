/** roster/import: a month's sheet is pasted or uploaded, corrected in place, compared with what stands, and saved as a whole. REACH-11. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { siteOf, useIsOutside, useUser } from '#lib/session/session.ts'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './roster.module.css'
import { RosterDifferences } from './roster-differences.tsx'
import { RosterReview } from './roster-review.tsx'
import { RosterSource } from './roster-source.tsx'
import { useRosterImport } from './use-roster-import.ts'

const route = getRouteApi('/app/roster/import')

export function RosterImportPage() {
  const { t } = useTranslation('roster')
  const user = useUser()
  const state = useRosterImport(route.useSearch().month)
  const navigate = useNavigate()
  if (useIsOutside() || siteOf(user) === null) return <NotConnected />
  const { sheet, month } = state
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/roster" search={{ month }} label={t('back')} />}
        title={t('import-title')}
        subtitle={t('import-help')}
      />
      <Loaded query={state.here}>
        {() =>
          sheet ? (
            <div className={css.page}>
              <RosterReview state={state} sheet={sheet} />
              <Loaded query={state.roster}>
                {(roster) =>
                  state.plan && (
                    <RosterDifferences
                      roster={roster}
                      plan={state.plan}
                      onAnother={state.forget}
                      onDone={() => void navigate({ to: '/app/roster', search: { month: roster.month } })}
                    />
                  )
                }
              </Loaded>
            </div>
          ) : (
            <RosterSource state={state} />
          )
        }
      </Loaded>
    </>
  )
}
