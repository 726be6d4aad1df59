/** Asks for the silent switch, and says what a web push cannot do on this system. REACH-03. */
import type { ProofStepResult } from '@mimamori/contract/identity/device-proof.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './device-check.module.css'
import { systemOf } from './install.ts'

export function SilentStep({ onNext }: { onNext: (result: ProofStepResult) => void }) {
  const { t } = useTranslation('device-check')
  const system = systemOf()
  const [isSilent, setSilent] = useState(false)
  return (
    <>
      <p>{t(`silent-${system}`)}</p>
      {isSilent && <p role="alert">{t('silent-way')}</p>}
      <div className={css.actions}>
        {isSilent ? (
          <Button variant="contained" onClick={() => onNext('skipped')}>
            {t('next')}
          </Button>
        ) : (
          <>
            <Button variant="contained" onClick={() => onNext('done')}>
              {t('silent-off')}
            </Button>
            <Button variant="outlined" onClick={() => setSilent(true)}>
              {t('silent-on')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
