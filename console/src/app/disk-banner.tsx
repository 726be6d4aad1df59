/** Says to those who administer that the disk of the service is full, while it is (R12). It follows the first page. */
import { Alert, AlertTitle } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/browser/sentences.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { ServiceNotice } from './service-notices.tsx'

/** The service repeats it every 15 s while it holds. */
const FORGET_MS = 45_000

/** In the shell, above every page; nothing elsewhere. */
export function DiskBanner() {
  const { t } = useTranslation('notification')
  const isFull = useFullDisk()
  if (!isFull) return null
  return (
    <ServiceNotice>
      <Alert severity="warning" role="status" variant="standard" sx={{ borderRadius: 0, px: { xs: 2, md: 3 } }}>
        <AlertTitle>{t('disk-full')}</AlertTitle>
        {joinSentences([t('disk-full-meaning'), t('disk-full-help')])}
      </Alert>
    </ServiceNotice>
  )
}

/** Whether the service said within the last seconds that its disk is full. */
function useFullDisk(): boolean {
  const [saidAtMs, setSaidAtMs] = useState<number | null>(null)
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type === 'disk-changed') setSaidAtMs(event.isFull ? Date.now() : null)
      }),
    [],
  )
  useEffect(() => {
    if (saidAtMs === null) return
    const timer = setTimeout(() => setSaidAtMs(null), FORGET_MS)
    return () => clearTimeout(timer)
  }, [saidAtMs])
  return saidAtMs !== null
}
