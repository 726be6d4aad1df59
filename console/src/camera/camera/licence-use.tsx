/** How much of the site's licence its cameras take, and what it refuses. CAM-07, DOOR-03. */
import { useTranslation } from 'react-i18next'
import { useCall } from '#lib/service/use-call.ts'
import { Notice } from '#ui/feedback/notice.tsx'

function useLicence() {
  return useCall(['camera', 'licence'], 'camera.licence')
}

/** Nothing until it is known, and of a kind without a limit. */
export function LicenceUse() {
  const { t } = useTranslation('cameraForm')
  const { data } = useLicence()
  if (!data) return null
  const kinds = ['room', 'public'] as const
  return kinds.flatMap((kind) => (data[kind].limit === null ? [] : [t(`licence-${kind}`, data[kind])])).join(' · ')
}

/** Says before a form is filled in which cameras cannot be added. */
export function LicenceNotice() {
  const { t } = useTranslation('cameraForm')
  const { data } = useLicence()
  if (!data) return null
  const isFull = ({ used, limit }: (typeof data)['room']) => limit !== null && used >= limit
  const [room, isPublicFull] = [isFull(data.room), isFull(data.public)]
  if (room && isPublicFull) return <Notice>{t('licence-full')}</Notice>
  if (room) return <Notice>{t('licence-full-room')}</Notice>
  return isPublicFull ? <Notice>{t('licence-full-public')}</Notice> : null
}
