/** The plain facts of a camera, name by name. */

import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { codecName } from '@mimamori/contract/footage/video-codec.ts'
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { useTranslation } from 'react-i18next'
import { TechnicalFacts } from '#shared/facts/technical-facts.tsx'
import { Facts } from '#ui/layout/detail-layout.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { useStatusReason } from './camera-status.tsx'

export function CameraFacts({ camera }: { camera: CameraDetail }) {
  const { t, i18n } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  const { image } = camera
  const reason = useStatusReason(camera)
  const rate = image && numberFormat(i18n.language, { maximumFractionDigits: 0 }).format(image.framesPerSecond)
  const apps = camera.apps.filter((app) => app.state !== 'DISABLED')
  return (
    <>
      <Facts
        facts={[
          [t('description'), camera.description || '—'],
          [t('location'), camera.location],
          [t('unit'), camera.unitName ?? '—'],
          [t('type'), t(`type-${camera.type}`)],
          [
            t('apps'),
            apps.length > 0
              ? apps
                  .map(
                    (app) =>
                      `${word(`app-${app.appCode}`)} (${t(app.awaitsBed ? 'app-awaits-bed' : app.neverRuns ? 'app-never' : `app-${app.state}`)})`,
                  )
                  .join(', ')
              : t('no-apps'),
          ],
          [t('last-activity'), <Activity key="activity" at={camera.lastActivityAt} />],
          ...(camera.tags.length > 0 ? [[t('tags'), camera.tags.map(({ name }) => name).join(', ')] as const] : []),
          ...(camera.shifts.length > 0
            ? [[t('shifts'), camera.shifts.map(({ name }) => name).join(', ')] as const]
            : []),
          ...(reason ? [[t('status-reason'), reason] as const] : []),
        ]}
      />
      <TechnicalFacts
        facts={[
          [t('model'), [camera.brand, camera.model].filter(Boolean).join(' ') || '—'],
          [
            t('image'),
            image ? t('image-value', { ...image, codec: codecName(image.codec), rate }) : t('image-unknown'),
          ],
          ...(image?.decodedBy ? [[t('decoded-by'), t(`decoder-${image.decodedBy}`)] as const] : []),
          ...(camera.subStreamUrl === '' ? [] : [[t('streams'), t('streams-two')] as const]),
          [t('hub'), camera.agentName],
        ]}
      />
    </>
  )
}

function Activity({ at }: { at: string | null }) {
  const { t } = useTranslation('camera')
  return at ? <RelativeTime at={at} /> : t('no-activity')
}
