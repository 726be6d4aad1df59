/** Takes the reports of the month or of the own range along as a PDF; says how far it is. METRIC-04. */
import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { type Asked, useDownload } from './use-download.ts'

export function DownloadButton(asked: Asked) {
  const { t } = useTranslation('metrics')
  const { role } = useUser()
  const { mutate, isPending, percent } = useDownload()
  if (!mayCall(role, 'metrics.downloadReport')) return null
  return (
    <Button
      variant="outlined"
      startIcon={<Download size={18} />}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate(asked)}
    >
      {isPending ? t('report-progress', { percent }) : t('report-pdf')}
    </Button>
  )
}
