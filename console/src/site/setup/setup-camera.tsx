/** The third screen: a camera, then its bed. */
import type { Setup } from '@mimamori/contract/site/setup.ts'
import { Button } from '@mui/material'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import css from './setup.module.css'
import type { SetupParts } from './setup-parts.ts'

export function SetupCamera({ setup: { camera }, parts }: { setup: Setup; parts: SetupParts }) {
  const { t } = useTranslation('setup')
  const [isAnother, setAnother] = useState(false)
  if (!camera || isAnother) return <parts.CameraForm onAdded={() => setAnother(false)} />
  return (
    <div className={css.stack}>
      <p role="status" className={css.state}>
        <CircleCheck size={20} aria-hidden />
        {t(camera.hasBed ? 'camera-ready' : 'camera-added', { camera: camera.name })}
      </p>
      <Card title={t('bed-title')} help={t('bed-help')}>
        <parts.Bed key={camera.id} cameraId={camera.id} />
      </Card>
      <Button variant="text" onClick={() => setAnother(true)}>
        {t('camera-another')}
      </Button>
    </div>
  )
}
