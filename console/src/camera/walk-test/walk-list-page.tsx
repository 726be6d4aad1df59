/** cameras/walk-tests: when each camera was tested by walking before it, the most urgent first. REAL-11. */
import type { WalkRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsOutside } from '#lib/session/session.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { Card } from '#ui/layout/card.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './walk.module.css'
import { useWalkRecords } from './walk-queries.ts'
import { WalkState } from './walk-state.tsx'

export function WalkListPage() {
  const { t } = useTranslation('walk-test')
  const { t: camera } = useTranslation('camera')
  const query = useWalkRecords()
  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/cameras/list" label={camera('back')} />}
        title={t('all')}
        subtitle={t('all-help')}
      />
      <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={320} />}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState image={<NothingYet />} title={t('none')} help={t('none-help')} />
          ) : (
            <Card flush>
              <ul className={css.list}>
                {records.map((record) => (
                  <Row key={record.cameraId} record={record} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </>
  )
}

function Row({ record: { cameraId, cameraName, location, unitName, newest } }: { record: WalkRecord }) {
  return (
    <li className={css.row}>
      <Link to="/app/cameras/walk-test/$cameraId" params={{ cameraId }} className={css.camera}>
        <strong>{cameraName}</strong>
        <span className={css.quiet}>{[location, unitName].filter(Boolean).join(' · ')}</span>
      </Link>
      <WalkState newest={newest} />
    </li>
  )
}
