/** Says that an alert was raised which cannot wait, wherever one is in the console, with the way to it (NAV-10). */
import type { AlertSeverity } from '@mimamori/contract/apps.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { onLiveEvent } from '#lib/stream.ts'
import { useTime } from '#lib/use-time.ts'
import { SeverityShape } from '#ui/severity-badge.tsx'
import { notifyInfo } from '#ui/toast.ts'

/** The others wait in badge and list: who shouts about everything is not heard. */
const SHOUTING: readonly AlertSeverity[] = ['critical', 'high']

/** Once for each alert, however often it is told. */
export function useAlertToasts(): void {
  const { t } = useTranslation(['app', 'word'])
  const navigate = useNavigate()
  const time = useTime()
  const said = useRef(new Set<string>())
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'alert-raised' || !SHOUTING.includes(event.severity)) return
        if (said.current.has(event.alertId)) return
        said.current.add(event.alertId)
        const { alertId } = event
        notifyInfo(`${t(`word.app-${event.activity}`)} · ${event.location}`, {
          id: alertId,
          icon: <SeverityShape severity={event.severity} size={18} />,
          description: t('alert-at', {
            severity: t(`word.severity-${event.severity}`),
            time: time.clock(event.occurredAt),
          }),
          label: t('view-details'),
          onClick: () => void navigate({ to: '/app/alerts/detail/$alertId', params: { alertId } }),
        })
      }),
    [t, time, navigate],
  )
}
