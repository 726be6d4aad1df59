/** Nights, falls and reports over all stays, each with its room. RESIDENT-01. */
import type { ResidentLife } from '@mimamori/contract/care/resident-life.ts'
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'
import { Button } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './resident.module.css'
import type { useLife } from './resident-queries.ts'

/** Rows of a card until somebody asks for all. */
const FIRST = 7

export function LifeCards({ life }: { life: ReturnType<typeof useLife> }) {
  const { t } = useTranslation('resident')
  return (
    <>
      <Card title={t('nights')} help={t('nights-help')}>
        <Loaded query={life} isPart>
          {({ nights }) => (
            <Rows
              none={t('no-nights')}
              rows={nights.map((night) => <Night key={`${night.day} ${night.cameraId}`} night={night} />)}
            />
          )}
        </Loaded>
      </Card>
      <Card title={t('falls')} help={t('falls-help')}>
        <Loaded query={life} isPart>
          {({ falls }) => (
            <Rows none={t('no-falls')} rows={falls.map((fall) => <Fall key={fall.alertId} fall={fall} />)} />
          )}
        </Loaded>
      </Card>
      <Card title={t('reports')}>
        <Loaded query={life} isPart>
          {({ reports }) => (
            <Rows none={t('no-reports')} rows={reports.map((report) => <Report key={report.id} report={report} />)} />
          )}
        </Loaded>
      </Card>
    </>
  )
}

function Rows({ rows, none }: { rows: readonly ReactNode[]; none: string }) {
  const { t } = useTranslation('resident')
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return <p className={css.quiet}>{none}</p>
  return (
    <>
      <ul className={css.life}>{isWhole ? rows : rows.slice(0, FIRST)}</ul>
      {!isWhole && rows.length > FIRST && (
        <Button variant="text" onClick={() => setWhole(true)}>
          {t('show-all', { count: rows.length })}
        </Button>
      )}
    </>
  )
}

type Place = Pick<ResidentLife['falls'][number], 'cameraId' | 'location' | 'isShared'>

function Room({ at: { cameraId, location, isShared } }: { at: Place }) {
  const { t } = useTranslation('resident')
  return (
    <span className={css.quiet}>
      <Link to="/app/rooms/$cameraId" params={{ cameraId }}>
        {location}
      </Link>
      {isShared && ` · ${t('shared-room')}`}
    </span>
  )
}

function Night({ night }: { night: ResidentLife['nights'][number] }) {
  const { t } = useTranslation('resident')
  const { t: metrics } = useTranslation('metrics-word')
  const time = useTime()
  const word: Parameters<typeof lengthText>[0] = (key, values) => String(metrics(key as 'total', { ...values }))
  const { day, sleepMinutes, score, bedtimeOfDay, getUpOfDay, coverageShare } = night
  const slept =
    sleepMinutes === null || score === null
      ? t('night-unknown', { share: Math.round(coverageShare * 100) })
      : t('night-slept', { length: lengthText(word, sleepMinutes * 60), score: Math.round(score) })
  const inBed =
    bedtimeOfDay === null || getUpOfDay === null ? null : `${timeOfDayText(bedtimeOfDay)}–${timeOfDayText(getUpOfDay)}`
  return (
    <li>
      <span>{time.date(`${day}T12:00:00Z`)}</span>
      <Room at={night} />
      <span>{[slept, inBed].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

function Fall({ fall }: { fall: ResidentLife['falls'][number] }) {
  const { t } = useTranslation('resident')
  const { t: alarm } = useTranslation('alarm')
  const time = useTime()
  const { alertId, occurredAt, verdict, outcome } = fall
  return (
    <li>
      <Link to="/app/alerts/detail/$alertId" params={{ alertId }}>
        {time.dateTime(occurredAt)}
      </Link>
      <Room at={fall} />
      <span>
        {[t(`fall-${verdict ?? 'unjudged'}`), outcome && alarm(`outcome-${outcome}`)].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

function Report({ report }: { report: ResidentLife['reports'][number] }) {
  const { t } = useTranslation('resident')
  const time = useTime()
  const { kind, id, at, state } = report
  const text = t(`report-${kind}`)
  return (
    <li>
      {kind === 'accident' ? (
        <Link to="/app/accidents/$accidentId" params={{ accidentId: id }}>
          {text}
        </Link>
      ) : (
        <Link to="/app/alerts/detail/$alertId" params={{ alertId: id }}>
          {text}
        </Link>
      )}
      <Room at={report} />
      <span>{[time.dateTime(at), state && t(`report-${state}`)].filter(Boolean).join(' · ')}</span>
    </li>
  )
}
