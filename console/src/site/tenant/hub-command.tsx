/** The one command with which a hub registers itself at the site, to paste on its machine. SITE-01. */
import { Button } from '@mui/material'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/copy-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import css from './tenant-edit.module.css'

type Props = { siteKey: string; siteCode: string }

export function HubCommand({ siteKey, siteCode }: Props) {
  const { t } = useTranslation('tenant')
  // As a variable, the key is in no list of processes; the folder is not that of another site's hub on the machine.
  const command = `MIMAMORI_SITE_KEY=${siteKey} npm run hub -- --service ${location.origin} --data .data/hub-${siteCode}`
  const copy = async () => {
    if (await copyText(command)) notifySuccess(t('copied'))
    else notifyError(t('copy-failed'))
  }
  return (
    <div>
      <p className={css.quiet}>{t('key-command')}</p>
      <code className={css.command}>{command}</code>
      <Button startIcon={<Copy size={18} />} onClick={copy}>
        {t('copy-command')}
      </Button>
    </div>
  )
}
