/** What an app's alerts get: a severity of their own, or the usual one of the app. APP-03. */
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { MenuItem, TextField } from '@mui/material'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AppFormControl } from './app-settings-form-values.ts'

type Props = { control: AppFormControl; usual: AlertSeverity; severities: readonly AlertSeverity[] }

export function SeverityField({ control, usual, severities }: Props) {
  const { t } = useTranslation('app-settings')
  const { t: word } = useTranslation('word')
  const { field } = useController({ control, name: 'settings.severity' })
  return (
    <TextField
      select
      fullWidth
      label={t('severity')}
      name={field.name}
      inputRef={field.ref}
      value={field.value ?? ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value === '' ? null : event.target.value)}
    >
      <MenuItem value="">{t('severity-default', { severity: word(`severity-${usual}`) })}</MenuItem>
      {severities.map((severity) => (
        <MenuItem key={severity} value={severity}>
          {word(`severity-${severity}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}
