/** virtualCheckIn/planned/{occurrenceId}: the target of a reminder: a planned check-in, with a button to start it. LIVE-04. */
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './booking.module.css'
import { OccurrenceFacts } from './booking-facts.tsx'
import { useOccurrence } from './booking-queries.ts'

const route = getRouteApi('/app/virtualCheckIn/planned/$occurrenceId')

export function BookingPlannedPage() {
  const { t } = useTranslation('booking')
  const { occurrenceId } = route.useParams()
  const { role } = useUser()
  const query = useOccurrence(occurrenceId)
  const back = t('back-to-check-ins')
  const planned = query.data
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/virtualCheckIn" label={back} />}
        title={planned?.location ?? t('planned')}
        subtitle={planned?.unitName}
        actions={
          planned && (
            <LinkButton to="/app/booking" search={{ span: 'day', day: planned.day }}>
              {t('title')}
            </LinkButton>
          )
        }
      />
      <Loaded query={query}>
        {(occurrence) => (
          <div className={css.planned}>
            <Card>
              <OccurrenceFacts occurrence={occurrence} />
              {mayCall(role, 'event.open') && ['due', 'upcoming'].includes(occurrence.state) && (
                <div className={css.begin}>
                  <LinkButton
                    to="/app/virtualCheckIn/room/$cameraId"
                    params={{ cameraId: occurrence.cameraId }}
                    search={{ start: true }}
                    variant="contained"
                    color="primary"
                    size="large"
                  >
                    {t('start-check-in')}
                  </LinkButton>
                </div>
              )}
            </Card>
          </div>
        )}
      </Loaded>
    </>
  )
}
