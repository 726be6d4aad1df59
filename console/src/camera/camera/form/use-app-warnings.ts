/** Which apps of a camera are on without a bed to watch, without anybody to notify, or without hours, as sentences for lists. CAM-04, CAM-10. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { useTranslation } from 'react-i18next'

type App = CameraRecord['apps'][number]

/** None when nothing is wrong. */
export function useAppWarnings({ apps }: Pick<CameraRecord, 'apps'>): string[] {
  const { t } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  const namesOf = (isMeant: (app: App) => boolean) =>
    apps.flatMap((app) => (isMeant(app) ? [word(`app-${app.appCode}`)] : [])).join(t('between-apps'))
  const unnotified = namesOf(({ isUnnotified }) => isUnnotified)
  const never = namesOf(({ neverRuns }) => neverRuns)
  const waiting = namesOf(({ awaitsBed }) => awaitsBed)
  return [
    ...(apps.some(({ isMeasured }) => isMeasured) ? [t('measures-falls')] : []),
    ...(waiting ? [t('awaits-bed', { apps: waiting })] : []),
    ...(unnotified ? [t('unnotified', { apps: unnotified })] : []),
    ...(never ? [t('never-runs', { apps: never })] : []),
  ]
}
