/** What the camera saw: the clip when there is one, else the picture with the reason why there is no clip. */
import type { AlertDetail } from '@mimamori/contract/alert.ts'
import { IconButton } from '@mui/material'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session.ts'
import { ClipPlayer } from '#ui/clip-player.tsx'
import { FramedPicture } from '#ui/framed-picture.tsx'
import { Notice } from '#ui/notice.tsx'
import css from './alert-media.module.css'
import { useFirst } from './use-first.ts'

export function AlertMedia({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const { role } = useUser()
  if (alert.clipUrl) return <Clip alert={alert} url={alert.clipUrl} />
  const activity = word(`app-${alert.activity}`)
  return (
    <div className={css.media}>
      {role === 'RESTRICTED_USER' && !alert.thumbnailUrl && <Notice>{t('pictures-hidden')}</Notice>}
      {alert.clipState === 'pending' && <Notice>{t('clip-pending')}</Notice>}
      {alert.clipState === 'failed' && <Notice>{t('clip-failed')}</Notice>}
      {alert.clipState === 'expired' && <Notice>{t('clip-expired')}</Notice>}
      <div className={css.picture}>
        <FramedPicture
          src={alert.thumbnailUrl}
          alt={t('picture-of', { activity, location: alert.location })}
          marks={alert.detections.map((detection) => detection.box)}
          missing={word('no-picture')}
          eager
        />
      </div>
    </div>
  )
}

function Clip({ alert, url }: { alert: AlertDetail; url: string }) {
  const { t } = useTranslation('alert')
  return (
    <ClipPlayer
      // A renewed address must not restart a clip that somebody is watching.
      key={alert.id}
      src={useFirst(alert.id, url)}
      poster={alert.thumbnailUrl}
      markAtMs={alert.clipAlertAtMs}
      texts={{
        label: t('clip-label'),
        play: t('play'),
        pause: t('pause'),
        speed: t('speed'),
        broken: t('clip-broken'),
        mark: t('alert-moment'),
      }}
      end={
        <IconButton component="a" href={`${url}&download=1`} download aria-label={t('download')} title={t('download')}>
          <Download size={20} />
        </IconButton>
      }
    />
  )
}
