/** What stands in the place of a page that crashed; the shell around it stays usable (GEN-13). */
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { Broken } from './illustrations.tsx'

export function PageCrashed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <EmptyState
      role="alert"
      image={<Broken />}
      title={t('crash-title')}
      help={t('crash-help')}
      action={<Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}
