/** The footer of a form: appears after a change, in a new record's form at once; stays visible, saves or discards. */
import { Button } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './save-bar.module.css'

type Props = {
  isDirty: boolean
  isSaving: boolean
  onDiscard: () => void
  /** Fields with an error, and what leads to the first. Zero if left out. */
  errors?: { count: number; onShow: () => void }
  /** For a new record. Default: `Save`. */
  verb?: string
  /** In the layout instead of over scrolled content: below an image whose edges must stay visible. */
  isInPlace?: boolean
}

/** Must be inside the form: its save button submits. */
export function SaveBar({ isDirty, isSaving, onDiscard, errors, verb, isInPlace }: Props) {
  const { t } = useTranslation('form')
  if (!isDirty && !isSaving && verb === undefined) return null
  return (
    <div className={css.bar} data-holds-actions data-in-place={isInPlace || undefined}>
      <span className={css.text}>
        {errors && errors.count > 0 ? (
          <Button
            variant="text"
            sx={{ color: 'var(--critical)' }}
            startIcon={<CircleAlert size={18} />}
            onClick={errors.onShow}
          >
            {t('errors', { count: errors.count })}
          </Button>
        ) : (
          isDirty && t('unsaved-changes')
        )}
      </span>
      {isDirty && (
        <Button variant="text" disabled={isSaving} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" variant="contained" color="primary" loading={isSaving}>
        {verb ?? t('save', { ns: 'ui' })}
      </Button>
    </div>
  )
}
