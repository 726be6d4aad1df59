/** The way back to the list of cameras, left of a page's title. */
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkIconButton } from '#ui/link-button.tsx'

export function BackToCameras() {
  const { t } = useTranslation('camera')
  return (
    <LinkIconButton to="/app/cameras/list" aria-label={t('back')} title={t('back')}>
      <ArrowLeft size={20} />
    </LinkIconButton>
  )
}
