/** why: what a camera saw around a moment, how far each app came, and what stopped it. For an alert, and for none. METRIC-03. */

import type { Why } from '@mimamori/contract/insight/measurement.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { Button } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serviceNow } from '#lib/time/service-clock.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { MomentField } from './moment-field.tsx'
import css from './why.module.css'
import { WhyAnswer } from './why-answer.tsx'
import { useWhy } from './why-queries.ts'
import { WhyRows } from './why-rows.tsx'
import { newestMoment, SPANS, type Span, spanAround } from './why-search.ts'
import { WhyStory } from './why-story.tsx'

const route = getRouteApi('/app/why')
const USUAL_SPAN: Span = '2'

export function WhyPage() {
  const { t } = useTranslation('measurement')
  const { cameraId, at, span = USUAL_SPAN } = route.useSearch()
  const [opened] = useState(() => newestMoment(serviceNow()))
  if (cameraId) return <Around cameraId={cameraId} at={at ?? opened} span={span} />
  return (
    <>
      <PageHeader title={t('why')} />
      <EmptyState
        image={<NothingMatches />}
        title={t('choose-moment')}
        help={t('choose-moment-help')}
        action={<LinkButton to="/app/alerts/list">{t('to-alerts')}</LinkButton>}
      />
    </>
  )
}

type Moment = { cameraId: string; at: string; span: Span }

function Around({ cameraId, at, span }: Moment) {
  const { t } = useTranslation('measurement')
  const time = useTime()
  const range = spanAround(at, span)
  const why = useWhy({ cameraId, at, ...range })
  const where = [why.data?.location, why.data?.unitName, time.exact(at)].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader title={t('why')} subtitle={where} />
      <Controls cameraId={cameraId} at={at} span={span} />
      <Loaded query={why}>
        {(found) =>
          found.seconds.length === 0 ? <Nothing why={found} at={at} /> : <Found why={found} at={at} range={range} />
        }
      </Loaded>
    </>
  )
}

function Controls({ cameraId, at, span }: Moment) {
  const { t } = useTranslation('measurement')
  const navigate = route.useNavigate()
  const go = (next: Partial<Moment>) =>
    void navigate({ to: '/app/why', search: { cameraId, at, span, ...next }, replace: true })
  const by = (spans: number) => go({ at: new Date(Date.parse(at) + spans * Number(span) * MINUTE_MS).toISOString() })
  return (
    <div className={css.controls}>
      <Button startIcon={<ChevronLeft size={18} />} onClick={() => by(-1)}>
        {t('earlier')}
      </Button>
      <MomentField at={at} onChange={(wanted) => go({ at: wanted })} />
      <Button endIcon={<ChevronRight size={18} />} onClick={() => by(1)}>
        {t('later')}
      </Button>
      <Segmented
        label={t('span')}
        value={span}
        options={SPANS.map((value) => ({ value, label: t('span-minutes', { count: Number(value) }) }))}
        onChange={(value) => go({ span: value })}
      />
    </div>
  )
}

/** The hub sends a block every five minutes, and one at each alert. */
const ON_ITS_WAY_MS = 7 * MINUTE_MS

function Nothing({ why, at }: { why: Why; at: string }) {
  const { t } = useTranslation('measurement')
  const isNew = useNow().getTime() - Date.parse(at) < ON_ITS_WAY_MS
  return (
    <EmptyState
      image={<NothingMatches />}
      title={t(isNew ? 'measurements-to-come' : 'no-measurements')}
      help={isNew ? t('measurements-to-come-help') : t('no-measurements-help', { count: why.retainedDays })}
    />
  )
}

function Found({ why, at, range }: { why: Why; at: string; range: { from: string; to: string } }) {
  const { t } = useTranslation('measurement')
  return (
    <div className={css.cards}>
      <WhyAnswer why={why} at={at} range={range} />
      <WhyRows why={why} at={at} range={range} />
      <Card title={t('story')} help={t('story-help')}>
        <WhyStory why={why} />
      </Card>
      <p className={css.basis}>{t('basis')}</p>
    </div>
  )
}
