/** The plain facts of an alert, name by name. ALERT-01. */

import type { Alert, AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { TechnicalFacts } from '#shared/facts/technical-facts.tsx'
import { ResidentLinks } from '#shared/resident-links.tsx'
import { Facts } from '#ui/layout/detail-layout.tsx'

/** Alerts about the silence of a camera or hub: they have no snapshot, and none is missing. CAM-15. */
export function isSilence({ activity }: Pick<Alert, 'activity'>): boolean {
  return activity === 'camera-inactive' || activity === 'hub-offline'
}

type Fact = readonly [name: string, value: ReactNode]

export function AlertFacts({ alert }: { alert: AlertDetail }) {
  const { t, i18n } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const { t: tool } = useTranslation('alert-tool')
  const time = useTime()
  const delayMs = Date.parse(alert.createdAt) - Date.parse(alert.occurredAt)
  const delay = numberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(Math.max(0, delayMs / 1000))
  const { role } = useUser()
  const hub =
    alert.hubId !== null && mayCall(role, 'agent.get') ? (
      <Link to="/app/agents/edit/$id" params={{ id: alert.hubId }}>
        {alert.cameraName}
      </Link>
    ) : (
      alert.cameraName
    )
  const place: Fact[] =
    alert.cameraId === null
      ? [[tool('hub'), hub]]
      : [
          [t('camera'), alert.cameraName],
          [t('location'), alert.location],
          ...(alert.residents.length === 0
            ? []
            : [[tool('residents'), <ResidentLinks key="residents" of={alert.residents} />] as const]),
        ]
  const model = alert.detections.find(({ by }) => by === 'model')
  const where = t(`inferenced-by-${alert.inferencedBy}`)
  const percent = Math.round(100 * (model?.score ?? 0))
  const unsure = alert.isPossible ? tool('unsure-fall', { where }) : where
  const inferencedBy = model ? tool('with-model', { where, percent }) : unsure
  // Silence is noticed by the service itself: nothing was seen, and nothing was on its way.
  const way: Fact[] = isSilence(alert)
    ? []
    : [
        [t('stored-after'), delay],
        [t('inferenced-by'), inferencedBy],
      ]
  return (
    <>
      <Facts
        facts={[
          ...place,
          [t('unit'), alert.unitName ?? '—'],
          ...(alert.darkCameras === null ? [] : [[tool('dark-cameras'), String(alert.darkCameras)] as const]),
          [t('app'), nameOfKind(alert, word)],
          ...(alert.signal ? [[tool('signal-by'), alert.signal.by] as const] : []),
          ...(alert.signal?.note ? [[tool('signal-note'), alert.signal.note] as const] : []),
          [t('when'), time.exact(alert.occurredAt)],
          [t('seen-by'), alert.firstSeen?.userName ?? t('nobody')],
          [tool('read-by-you'), tool(alert.hasRead ? 'yes' : 'no')],
          [tool('media'), tool(`media-${alert.mediaType}`)],
          [tool('is-archived'), tool(alert.archived ? 'yes' : 'no')],
        ]}
      />
      <TechnicalFacts facts={way} />
    </>
  )
}
