/** On the page of a camera: whether it was tested by walking before it, and whether somebody tests it now. REAL-11. */
import { Skeleton } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { useRunningWalks } from '#shared/running-walks.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './walk.module.css'
import { useWalkRecords } from './walk-queries.ts'
import { WalkState } from './walk-state.tsx'

export function WalkCard({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('walk-test')
  const { role } = useUser()
  const running = useRunning(cameraId)
  const mayTest = mayCall(role, 'walkTest.start')
  if (!mayTest) return running && <Notice>{running}</Notice>
  return (
    <Card title={t('card')}>
      <div className={css.begin}>
        {running && <Notice>{running}</Notice>}
        <Newest cameraId={cameraId} />
        <div>
          <LinkButton variant="outlined" to="/app/cameras/walk-test/$cameraId" params={{ cameraId }}>
            {t('open')}
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}

function Newest({ cameraId }: { cameraId: string }) {
  const query = useWalkRecords(cameraId)
  return (
    <Loaded query={query} isPart skeleton={<Skeleton width="60%" />}>
      {({ records: [record] }) => record && <WalkState newest={record.newest} />}
    </Loaded>
  )
}

/** On the page of an alert of that camera: it may be the tester, and is looked at all the same. */
export function WalkDuring({ cameraId, at }: { cameraId: string; at: string }) {
  const { t } = useTranslation('walk-test')
  const test = useRunningWalks().get(cameraId)
  return test && test.startedAt <= at ? <Notice>{t('during', { name: test.testerName })}</Notice> : null
}

function useRunning(cameraId: string): string | null {
  const { t } = useTranslation('walk-test')
  const time = useTime()
  const test = useRunningWalks().get(cameraId)
  return test ? t('running', { name: test.testerName, time: toMinute(time.clock(test.endsAt)) }) : null
}
