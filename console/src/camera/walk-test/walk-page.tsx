/** cameras/walk-test/{cameraId}: try a camera by walking before it, on a phone. REAL-11. */
import { WALK_MINUTES } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import { Button } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useRunningWalks } from '#shared/running-walks.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './walk.module.css'
import { WalkCertificate } from './walk-certificate.tsx'
import { useStartWalk, useWalkRecords } from './walk-queries.ts'
import { WalkRun } from './walk-run.tsx'

const route = getRouteApi('/app/cameras/walk-test/$cameraId')

export function WalkPage() {
  const { cameraId } = route.useParams()
  const records = useWalkRecords(cameraId)
  return (
    <Loaded query={records} back={<Back cameraId={cameraId} />}>
      {({ records: [record] }) => (record ? <Tested key={cameraId} record={record} /> : <Unknown />)}
    </Loaded>
  )
}

function Back({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('walk-test')
  return <BackLink to="/app/cameras/live/$cameraId" params={{ cameraId }} label={t('back')} />
}

function Tested({ record: { cameraId, cameraName, location, unitName, newest } }: { record: WalkRecord }) {
  const { t } = useTranslation('walk-test')
  const [running, setRunning] = useState<string | null>(null)
  return (
    <>
      <PageHeader
        lead={<Back cameraId={cameraId} />}
        title={t('title', { name: cameraName })}
        subtitle={[location, unitName].filter(Boolean).join(' · ')}
      />
      <div className={css.page}>
        {running ? (
          <WalkRun id={running} onOver={() => setRunning(null)} />
        ) : (
          <>
            <Begin cameraId={cameraId} isTested={newest !== null} onBegun={setRunning} />
            {newest && <WalkCertificate id={newest.id} />}
          </>
        )}
      </div>
    </>
  )
}

type BeginProps = { cameraId: string; isTested: boolean; onBegun: (id: string) => void }

function Begin({ cameraId, isTested, onBegun }: BeginProps) {
  const { t } = useTranslation('walk-test')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useStartWalk(cameraId)
  const other = useRunningWalks().get(cameraId)
  return (
    <Card>
      <div className={css.begin}>
        <p className={css.words}>{t('intro')}</p>
        <ul>
          <li>{t('intro-alarms')}</li>
          <li>{t('intro-phone')}</li>
          <li>{t('intro-end', { minutes: WALK_MINUTES })}</li>
        </ul>
        {other && <Notice>{t('replaces', { name: other.testerName })}</Notice>}
        {error && <Notice>{errorText(error)}</Notice>}
        <Button
          size="large"
          variant="contained"
          loading={isPending}
          onClick={() => mutate(undefined, { onSuccess: ({ id }) => onBegun(id) })}
        >
          {isTested ? t('again') : t('start')}
        </Button>
      </div>
    </Card>
  )
}

function Unknown() {
  const { t } = useTranslation('camera')
  return (
    <EmptyState
      role="alert"
      image={<NothingMatches />}
      title={t('not-found')}
      action={<LinkButton to="/app/cameras/list">{t('back')}</LinkButton>}
    />
  )
}
