/** Shows administrators errors of the service itself while they last (R12), and everybody a wrong clock of the device. Loaded after the first page. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { Alert, AlertTitle } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onLiveEvent } from '#lib/service/stream.ts'
import { joinSentences } from '#lib/text/sentences.ts'
import { deviceAheadMs } from '#lib/time/service-clock.ts'
import { ServiceNotice } from './service-notices.tsx'

/** The service repeats a warning every 5 s while it lasts. */
const FORGET_MS = 45_000

type Warning = 'disk-full' | 'mail-waits'

/** In the shell, above every page; nothing elsewhere. */
export function WarningBanners() {
  return (
    <>
      {useWarning('disk-full') && <Banner warning="disk-full" />}
      {useWarning('mail-waits') && <Banner warning="mail-waits" />}
      {deviceAheadMs.use() !== 0 && <Banner warning="clock-wrong" />}
    </>
  )
}

function Banner({ warning }: { warning: Warning | 'clock-wrong' }) {
  const { t } = useTranslation('notification')
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
