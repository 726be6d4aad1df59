/** A key or code that is shown only once: in full, with a button that copies it. */
import { Button } from '@mui/material'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/take-away.ts'
import { notifyError, notifySuccess } from '../feedback/toast.ts'
import css from './secret-once.module.css'

type Props = { label: string; secret: string }

export function SecretOnce({ label, secret }: Props) {
  const { t } = useTranslation('form')
  const copy = async () => {
    if (await copyText(secret)) notifySuccess(t('copied'))
    else notifyError(t('copy-failed'))
  }
  return (
    <div className={css.panel}>
      <p className={css.label}>{label}</p>
      <div className={css.line}>
        <code className={css.secret}>{secret}</code>
        <Button startIcon={<Copy size={18} />} onClick={copy}>
          {t('copy')}
        </Button>
      </div>
      <p className={css.once}>{t('shown-once')}</p>
    </div>
  )
}
