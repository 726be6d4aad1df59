/** A camera's newest certificate: image with its places, each step, and why it should be renewed. REAL-11. */
import type { WalkRenewal } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkTest } from '@mimamori/contract/camera/walk/walk-test.ts'
import { Button, Skeleton } from '@mui/material'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './walk.module.css'
import { WalkImage } from './walk-image.tsx'
import { useCertificate, useWalkTest } from './walk-queries.ts'
import { WalkResults } from './walk-results.tsx'

export function WalkCertificate({ id }: { id: string }) {
  const query = useWalkTest(id)
  return (
    <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={320} />}>
      {(test) => <Certificate test={test} />}
    </Loaded>
  )
}

function Certificate({ test }: { test: WalkTest }) {
  const { t } = useTranslation('walk-test')
  const time = useTime()
  const errorText = useErrorText()
  const why = useRenewal(test.renewals)
  const { mutate, isPending, error } = useCertificate(test.id)
  const { testerName, endedAt, hubVersion, alerts } = test
  const facts = { when: endedAt ? time.dateTime(endedAt) : '', tester: testerName, version: hubVersion ?? '–' }
  return (
    <Card title={t('certificate')} help={t('certificate-facts', facts)}>
      <div className={css.certificate}>
        {why && <Notice>{why}</Notice>}
        <WalkImage jpeg={test.image} steps={test.steps} />
        <WalkResults steps={test.steps} />
        <p className={css.quiet}>
          {t('certificate-alerts', { count: alerts.length })} {t('certificate-limits')}
        </p>
        {error && <Notice>{errorText(error)}</Notice>}
        <div>
          <Button variant="outlined" startIcon={<Download size={18} />} loading={isPending} onClick={() => mutate()}>
            {t('print')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Why the test should be done again, in one sentence; null: it need not. */
export function useRenewal(renewals: readonly WalkRenewal[]): string | null {
  const { t } = useTranslation('walk-test')
  if (renewals.length === 0) return null
  return t('renew-why', { why: renewals.map((one) => t(`renewal-${one}`)).join(t('joint')) })
}
