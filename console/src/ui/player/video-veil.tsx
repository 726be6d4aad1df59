/** Covers a video that does not load: shows the reason and a retry button. Fills its parent. GEN-12. */
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './video-veil.module.css'

type Props = {
  /** `alert`: it will not load by itself; `status`: it is slow. */
  role: 'alert' | 'status'
  children: ReactNode
  onRetry?: () => unknown
}

/** Without `onRetry` the user can only wait. */
export function VideoVeil({ role, children, onRetry }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className={css.veil}>
      <p className={css.words} role={role}>
        {children}
      </p>
      {onRetry && (
        <button type="button" className={css.retry} onClick={() => onRetry()}>
          <RotateCw size={18} aria-hidden /> {t('retry')}
        </button>
      )}
    </div>
  )
}

/** The video could not be loaded. */
export function VideoFailed({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('ui')
  return (
    <VideoVeil role="alert" onRetry={onRetry}>
      <strong>{t('video-failed')}</strong>
      <br />
      {t('video-failed-help')}
    </VideoVeil>
  )
}

/** Loading takes longer than users wait without a message. */
export function VideoSlow({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('ui')
  return (
    <VideoVeil role="status" onRetry={onRetry}>
      {t('video-slow')}
    </VideoVeil>
  )
}
