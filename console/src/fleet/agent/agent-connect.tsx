/** How a hub gets its key: the key once, the one command to paste, and the code to scan. HUB-03. */
import { hubCode } from '@mimamori/contract/fleet/hub-code.ts'
import { Button } from '@mui/material'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/copy-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './agent-new.module.css'
import { ScanCode } from './scan-code.tsx'

type Props = { publicId: string; secret: string }

export function AgentConnect({ publicId, secret }: Props) {
  const { t } = useTranslation('agent')
  const service = location.origin
  // As a variable, the key is in no list of processes; the folder keeps two hubs of one machine apart.
  const command = `MIMAMORI_HUB_KEY=${secret} npm run hub -- --service ${service} --data .data/hub-${publicId}`
  const copy = async () => {
    if (await copyText(command)) notifySuccess(t('copied'))
    else notifyError(t('copy-failed'))
  }
  return (
    <>
      <SecretOnce label={t('key-label')} secret={secret} />
      <Card title={t('connect-title')} help={t('connect-help')}>
        <div className={css.connect}>
          <div>
            <code className={css.command}>{command}</code>
            <Button startIcon={<Copy size={18} />} onClick={copy}>
              {t('copy-command')}
            </Button>
            <p className={css.quiet}>{t('code-help')}</p>
          </div>
          <ScanCode text={hubCode(service, secret)} label={t('code-label')} />
        </div>
      </Card>
    </>
  )
}
