/** The dry run: address, headers and content of the request, and who is left out, with the reason. */
import type { ExternalPreview as Preview } from '@mimamori/contract/site/external.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useTranslation } from 'react-i18next'
import css from './external.module.css'

type Props = { preview: Preview; open: boolean; onClose: () => void }

export function ExternalPreview({ preview, open, onClose }: Props) {
  const { t } = useTranslation('external')
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby="external-preview">
      <DialogTitle id="external-preview">{t('preview-title')}</DialogTitle>
      <DialogContent className={css.stack}>
        <h3>{t('preview-to')}</h3>
        <code className={css.code}>{preview.url || t('preview-none')}</code>
        <h3>{t('preview-headers')}</h3>
        <pre className={css.pre}>{preview.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
        <h3>{t('preview-body')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it */}
        <pre className={css.pre} tabIndex={0}>
          {preview.body}
        </pre>
        {preview.skipped.length > 0 && (
          <>
            <h3>{t('preview-skipped')}</h3>
            <ul>
              {preview.skipped.map(({ id, name, reason }) => (
                <li key={id}>
                  {name} <span className={css.quiet}>{t(`skip-${reason}`)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
