/** Offers a reload once code cannot be loaded although the service answers. */
import { useTranslation } from 'react-i18next'
import { needsReload } from '#lib/service/patient-load.ts'
import { Notice } from './notice.tsx'

export function PartMissing() {
  const { t } = useTranslation('ui')
  if (!needsReload.use()) return null
  return <Notice action={{ label: t('load-again'), onClick: () => location.reload() }}>{t('part-missing')}</Notice>
}
