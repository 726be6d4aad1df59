/** Takes a part of a recording away as an MP4 file. REC-02. */
import type { RecordingDetail } from '@mimamori/contract/footage/recording.ts'
import { Button, TextField } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorOf } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { duration } from '#lib/time/time.ts'
import { notifyError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './recording-download.module.css'

/** A place in the recording as the person types it, `mm:ss` or `h:mm:ss`; null: none. */
function secondsOf(text: string): number | null {
  const parts = /^(?:(\d+):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim())
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : null
}

export function RecordingDownload({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation('recording')
  const startMs = Date.parse(recording.startedAt)
  const lengthMs = Date.parse(recording.endedAt) - startMs
  const [from, setFrom] = useState('00:00')
  const [to, setTo] = useState(duration(lengthMs))
  const [isBusy, setBusy] = useState(false)
  const [fromS, toS] = [secondsOf(from), secondsOf(to)]
  const { hub } = recording
  const help = hub ? `${t('download-help')} ${t('download-help-hub', { hub: hub.name })}` : t('download-help')
  const isRight = fromS !== null && toS !== null && fromS < toS && fromS * 1000 < lengthMs
  const take = async () => {
    if (!isRight) return
    setBusy(true)
    const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()
    // The last second that is written may be a part of one.
    const url = `${recording.downloadUrl}&from=${at(fromS)}&to=${at(toS + 1)}`
    const rejection = await rejectionOf(url)
    setBusy(false)
    if (rejection === null) open(url, '_self')
    else notifyError(`${t('download-failed')}. ${errorTextNow(rejection)}`)
  }
  return (
    <Card title={t('download')} help={help}>
      <div className={css.range}>
        <TextField size="small" label={t('download-from')} value={from} onChange={(e) => setFrom(e.target.value)} />
        <TextField size="small" label={t('download-to')} value={to} onChange={(e) => setTo(e.target.value)} />
        <Button
          variant="contained"
          startIcon={<Download size={18} />}
          disabled={!isRight}
          loading={isBusy}
          onClick={take}
        >
          {t('download')}
        </Button>
      </div>
      {!isRight && (
        <p className={css.error} role="alert">
          {t('download-range-wrong')}
        </p>
      )}
    </Card>
  )
}

/** Why the file cannot be had now; null: it can. The browser's own download would fail without a word. */
async function rejectionOf(url: string): Promise<unknown> {
  try {
    const answer = await fetch(`${url}&check=true`)
    return answer.ok ? null : await errorOf(answer)
  } catch {
    return new ApiError(0, 'offline', '')
  }
}
