/** judged-clips: take the site's judged clips along, so that the next version is measured on them. Two steps. REAL-10. */

import type { JudgedClips } from '@mimamori/contract/insight/judged-clip.ts'
import { Button, Checkbox, FormControlLabel, Skeleton } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveBytes } from '#lib/browser/take-away.ts'
import { send } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './judged-clip.module.css'

export function JudgedClipPage() {
  const isOver = isOverSites(useUser())
  if (useIsOutside() || isOver) return <NotConnected />
  return <OfSite />
}

function OfSite() {
  const { t } = useTranslation('judged-clip')
  const query = useCall(['judged-clip'], 'judgedClip.preview')
  return (
    <>
      <PageHeader lead={<BackLink to="/app/load" label={t('back')} />} title={t('title')} subtitle={t('subtitle')} />
      <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={240} />}>
        {(clips) => <Export clips={clips} />}
      </Loaded>
    </>
  )
}

function Export({ clips }: { clips: JudgedClips }) {
  const { t } = useTranslation('judged-clip')
  const errorText = useErrorText()
  const [isAgreed, setAgreed] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      const answer = await send('judgedClip.export', { query: { isAgreed: 'true' } })
      saveBytes(await answer.blob(), `judged-clips-${serviceNow().toISOString().slice(0, 10)}.zip`)
    },
  })
  const { clear, blurred, bytes, leftOut } = clips
  const reasons = (['refused', 'noBlurredCopy', 'gone'] as const).filter((one) => leftOut[one] > 0)
  if (clear + blurred + reasons.length === 0) {
    return <EmptyState role="status" image={<NothingYet />} title={t('none')} help={t('none-help')} />
  }
  return (
    <div className={css.page}>
      <Card title={t('step-1')}>
        <ul className={css.list}>
          <li>{t('clear', { count: clear })}</li>
          <li>{t('blurred', { count: blurred })}</li>
          {reasons.map((one) => (
            <li key={one} className={css.quiet}>
              {t(`left-${one}`, { count: leftOut[one] })}
            </li>
          ))}
          <li className={css.quiet}>{t('size', { megabytes: Math.ceil(bytes / 1_000_000) })}</li>
        </ul>
      </Card>
      <Card title={t('step-2')} help={t('step-2-help')}>
        <div className={css.agree}>
          <FormControlLabel
            control={<Checkbox checked={isAgreed} onChange={(_, checked) => setAgreed(checked)} />}
            label={t('agree')}
          />
          {error && <Notice>{errorText(error)}</Notice>}
          {isSuccess && <p role="status">{t('saved')}</p>}
          <div>
            <Button
              variant="contained"
              startIcon={<Download size={18} />}
              disabled={!isAgreed || clear + blurred === 0}
              loading={isPending}
              onClick={() => mutate()}
            >
              {t('export')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}
