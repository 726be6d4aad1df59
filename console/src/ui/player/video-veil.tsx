/** Over a video that does not come: what is the matter, in words, and the way to try again. Fills its parent. GEN-12. */
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './video-veil.module.css'

type Props = {
  /** `alert`: it will not come by itself; `status`: it takes its time. */
  role: 'alert' | 'status'
  children: ReactNode
  onRetry?: () => unknown
}

/** Without `onRetry` nothing but waiting helps. */
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

/** It is still being loaded, for longer than a person waits without a word. */
export function VideoSlow({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation('ui')
  return (
    <VideoVeil role="status" onRetry={onRetry}>
      {t('video-slow')}
    </VideoVeil>
  )
}
