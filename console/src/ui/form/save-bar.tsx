/** The footer of a form: appears after a change, stays visible, saves or discards. */
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import css from './save-bar.module.css'

type Props = {
  isDirty: boolean
  isSaving: boolean
  onDiscard: () => void
  /** Default: `Save`. */
  verb?: string
  /** In the layout instead of over scrolled content: below a picture whose edges must stay visible. */
  isInPlace?: boolean
}

/** Must be inside the form: its save button submits. */
export function SaveBar({ isDirty, isSaving, onDiscard, verb, isInPlace }: Props) {
  const { t } = useTranslation('form')
  if (!isDirty && !isSaving) return null
  return (
    <div className={css.bar} data-holds-actions data-in-place={isInPlace || undefined}>
      <span className={css.text}>{t('unsaved-changes')}</span>
      <Button variant="text" disabled={isSaving} onClick={onDiscard}>
        {t('discard')}
      </Button>
      <Button type="submit" variant="contained" color="primary" loading={isSaving}>
        {verb ?? t('save', { ns: 'ui' })}
      </Button>
    </div>
  )
}
