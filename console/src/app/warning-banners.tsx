/** Shows administrators errors of the service itself while they last (R12). Loaded after the first page. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { Alert, AlertTitle } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/browser/sentences.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { ServiceNotice } from './service-notices.tsx'

/** The service repeats a warning every 5 s while it lasts. */
const FORGET_MS = 45_000

type Warning = 'disk-full' | 'mail-waits'

/** In the shell, above every page; nothing elsewhere. */
export function WarningBanners() {
  return (
    <>
      <Banner warning="disk-full" />
      <Banner warning="mail-waits" />
    </>
  )
}

function Banner({ warning }: { warning: Warning }) {
  const { t } = useTranslation('notification')
  if (!useWarning(warning)) return null
  return (
    <ServiceNotice>
      <Alert severity="warning" role="status" variant="standard" sx={{ borderRadius: 0, px: { xs: 2, md: 3 } }}>
        <AlertTitle>{t(warning)}</AlertTitle>
        {joinSentences([t(`${warning}-meaning`), t(`${warning}-help`)])}
      </Alert>
    </ServiceNotice>
  )
}

/** Whether the service reported it within the last seconds. */
function useWarning(warning: Warning): boolean {
  const [reportedAtMs, setReportedAtMs] = useState<number | null>(null)
  useEffect(
    () =>
      onLiveEvent((event) => {
        const lasts = lastsBy(event, warning)
        if (lasts !== null) setReportedAtMs(lasts ? Date.now() : null)
      }),
    [warning],
  )
  useEffect(() => {
    if (reportedAtMs === null) return
    const timer = setTimeout(() => setReportedAtMs(null), FORGET_MS)
    return () => clearTimeout(timer)
  }, [reportedAtMs])
  return reportedAtMs !== null
}

/** Null: the event is about something else. */
function lastsBy(event: LiveEvent, warning: Warning): boolean | null {
  if (warning === 'disk-full') return event.type === 'disk-changed' ? event.isFull : null
  return event.type === 'mail-changed' ? event.isWaiting : null
}
