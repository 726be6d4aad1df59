/** Puts Mimamori on the home screen, by the browser's own offer where it makes one. ALARM-03. */
import type { ProofStepResult } from '@mimamori/contract/identity/device-proof.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './device-check.module.css'
import { install, isApple, isInstalled, useInstallOffer } from './install.ts'

export function InstallStep({ onNext }: { onNext: (result: ProofStepResult) => void }) {
  const { t } = useTranslation('device-check')
  const offer = useInstallOffer()
  const [isDone, setDone] = useState(isInstalled)
  const way = isDone ? 'done' : isApple() ? 'apple' : offer ? 'offer' : 'menu'
  const accept = async () => {
    if (offer && (await install(offer))) setDone(true)
  }
  return (
    <>
      <p role="status">{t(`install-${way}`)}</p>
      <div className={css.actions}>
        {way === 'offer' && (
          <Button variant="contained" onClick={() => void accept()}>
            {t('install')}
          </Button>
        )}
        <Button variant={way === 'done' ? 'contained' : 'text'} onClick={() => onNext(isDone ? 'done' : 'skipped')}>
          {t(isDone ? 'next' : 'skip')}
        </Button>
      </div>
    </>
  )
}
