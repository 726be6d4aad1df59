/** The way back to the list of cameras, left of a page's title. */
import { useTranslation } from 'react-i18next'
import { BackLink } from '#ui/layout/back-link.tsx'

export function BackToCameras() {
  const { t } = useTranslation('camera')
  return <BackLink to="/app/cameras/list" label={t('back')} />
}
