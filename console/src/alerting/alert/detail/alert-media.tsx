/** The video of an alert: the clip if there is one, else the snapshot and why there is no clip. */
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { IconButton } from '@mui/material'
import { Download, FileVideo } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playsVideo } from '#lib/browser/plays-video.ts'
import { videoName } from '#lib/service/file-name.ts'
import { SaveError, saveFile } from '#lib/service/save-file.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { wallTime } from '#lib/time/wall-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError } from '#ui/feedback/toast.ts'
import { ClipPlayer } from '#ui/player/clip-player.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import { PeopleMark } from '#ui/player/people-mark.tsx'
import { isSilence } from './alert-facts.tsx'
import css from './alert-media.module.css'

export function AlertMedia({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const { t: tool } = useTranslation('alert-tool')
  const isRestricted = useUser().role === 'RESTRICTED_USER'
  if (alert.clipUrl) return <Clip alert={alert} url={alert.clipUrl} />
  const activity = nameOfKind(alert, word)
  if (isSilence(alert)) return <Silence alert={alert} />
  return (
    <div className={css.media}>
      {isRestricted && !alert.thumbnailUrl && !alert.lostImage && <Notice>{tool('images-hidden')}</Notice>}
      {isRestricted && alert.clipState === 'none' && <Notice>{tool('blurred-clip-none')}</Notice>}
      {alert.clipState === 'pending' && <Notice>{t('clip-pending')}</Notice>}
      {alert.clipState === 'failed' && (
        <Notice>
          {alert.clipUnasked
            ? tool(`clip-${alert.clipUnasked}`)
            : isRestricted
              ? tool('blurred-clip-failed')
              : t('clip-failed')}
        </Notice>
      )}
      {alert.clipState === 'expired' && <Notice>{t('clip-expired')}</Notice>}
      {alert.clipState === 'missing' && <Notice>{t('clip-missing')}</Notice>}
      {alert.clipState === 'damaged' && <Notice>{t('clip-damaged')}</Notice>}
      {alert.lostImage && <Notice>{t(`image-${alert.lostImage}`)}</Notice>}
      <div className={css.image}>
        <FramedImage
          src={alert.thumbnailUrl}
          alt={t('image-of', { activity, location: alert.location })}
          marks={boxesOf(alert)}
          region={alert.region}
          missing={word('no-image')}
          eager
        />
        {alert.thumbnailUrl && <PeopleMark people={alert.people} isCorner />}
      </div>
      {alert.thumbnailUrl && (
        <div className={css.below}>
          <DownloadButton alert={alert} url={alert.thumbnailUrl} />
        </div>
      )}
    </div>
  )
}

/** In place of the snapshot: which place nobody monitors at the moment. */
function Silence({ alert }: { alert: AlertDetail }) {
  const { t: tool } = useTranslation('alert-tool')
  if (alert.activity === 'camera-inactive') return <Notice>{tool('silent-camera')}</Notice>
  return <Notice>{tool('silent-hub', { count: alert.darkCameras ?? 0 })}</Notice>
}

const boxesOf = (alert: AlertDetail) => alert.detections.map((detection) => detection.box)

function Clip({ alert, url }: { alert: AlertDetail; url: string }) {
  const { t } = useTranslation('alert')
  const original = alert.clipOriginal
  const [isBroken, setBroken] = useState(false)
  const plays = original !== null && !isBroken && playsVideo(original.codec)
  return (
    <ClipPlayer
      key={`${alert.id} ${plays}`}
      src={plays ? original.url : url}
      // A browser may claim to support a format for which its machine has no decoder.
      onBroken={() => setBroken(true)}
      poster={alert.thumbnailUrl}
      markAtMs={alert.clipAlertAtMs}
      marks={boxesOf(alert)}
      region={alert.region}
      people={alert.people}
      texts={{
        label: t('clip-label'),
        play: t('play'),
        pause: t('pause'),
        speed: t('speed'),
        mark: t('alert-moment'),
      }}
      end={
        <>
          <DownloadButton alert={alert} url={url} />
          {original && <DownloadButton alert={alert} url={original.url} isOriginal />}
        </>
      }
    />
  )
}

/** Downloads the clip under its own name; shows a message if it is unavailable. ALERT-08, GEN-12. */
function DownloadButton({ alert, url, isOriginal }: { alert: AlertDetail; url: string; isOriginal?: boolean }) {
  const { t } = useTranslation('alert')
  const { style } = useTime()
  const [isBusy, setBusy] = useState(false)
  const label = t(isOriginal ? 'download-original' : 'download')
  const save = async () => {
    setBusy(true)
    try {
      const at = wallTime(alert.occurredAt, style.timeZone, 'second').replace('T', ' ')
      await saveFile(`${url}&download=1`, videoName(alert.cameraName, alert.location, isOriginal ? `${at} H.265` : at))
    } catch (error) {
      const isGone = error instanceof SaveError && error.isMissing && alert.clipUrl !== null
      notifyError(t(isGone ? 'clip-broken' : 'download-failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton aria-label={label} data-tip={label} loading={isBusy} onClick={save}>
      {isOriginal ? <FileVideo size={20} /> : <Download size={20} />}
    </IconButton>
  )
}
