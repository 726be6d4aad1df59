/** Which alerts need an answer. Critical ones do so everywhere. ALARM-01. */
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { Checkbox, FormControlLabel, FormGroup, FormHelperText } from '@mui/material'
import { useTranslation } from 'react-i18next'

type Props = {
  chosen: readonly AlertSeverity[]
  onChange: (chosen: AlertSeverity[]) => void
  onBlur: () => void
}

export function SeverityChoice({ chosen, onChange, onBlur }: Props) {
  const { t } = useTranslation('tenant')
  const { t: word } = useTranslation('word')
  const turn = (severity: AlertSeverity, isOn: boolean) =>
    onChange(SEVERITIES.filter((each) => (each === severity ? isOn : chosen.includes(each))))
  return (
    <div>
      <FormGroup row role="group" aria-label={t('alarm-severities')}>
        {SEVERITIES.map((severity) => (
          <FormControlLabel
            key={severity}
            label={word(`severity-${severity}`)}
            control={
              <Checkbox
                checked={chosen.includes(severity)}
                disabled={severity === 'critical'}
                onChange={(_event, isOn) => turn(severity, isOn)}
                onBlur={onBlur}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText>{t('alarm-severities-help')}</FormHelperText>
    </div>
  )
}
