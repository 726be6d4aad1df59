/** How much of the site's licence its cameras take. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'

function useLicence() {
  return useQuery({
    queryKey: ['camera', 'licence'],
    queryFn: ({ signal }) => call('camera.licence', {}, signal),
  })
}

/** Nothing until it is known. */
export function LicenceUse() {
  const { t } = useTranslation('cameraForm')
  const { data } = useLicence()
  if (!data) return null
  return [t('licence-room', data.room), t('licence-public', data.public)].join(' · ')
}
