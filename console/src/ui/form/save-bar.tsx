/** The foot of a form: appears when something changed, stays in sight, saves or throws away. */
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import css from './save-bar.module.css'

type Props = {
  isDirty: boolean
  isSaving: boolean
  onDiscard: () => void
  /** `Save` if left out. */
  verb?: string
  /** In its place instead of over what scrolls: below a picture whose edges must stay free. */
  isInPlace?: boolean
}

/** Stands inside of the form: its save button submits. */
export function SaveBar({ isDirty, isSaving, onDiscard, verb, isInPlace }: Props) {
  const { t } = useTranslation('form')
  if (!isDirty && !isSaving) return null
  return (
    <div className={css.bar} data-in-place={isInPlace || undefined}>
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
