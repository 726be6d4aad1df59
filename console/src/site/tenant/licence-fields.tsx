/** The license of an organization or site: its packages and camera limits. Only the operator can change it. */

import { opensDetection, PACKAGES } from '@mimamori/contract/site/packages.ts'
import type { Tenant, tenantDraft } from '@mimamori/contract/site/tenant.ts'
import { Alert, Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel } from '@mui/material'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#ui/form/field/number-field.tsx'
import type { ControlOf } from '#ui/form/field/text-field.tsx'
import { FieldRow, FormSection } from '#ui/form/record-form.tsx'

type Props = { control: ControlOf<typeof tenantDraft>; tenant: Tenant; isSite: boolean; isLocked: boolean }

export function LicenceFields({ control, tenant, isSite, isLocked }: Props) {
  const { t } = useTranslation('tenant')
  return (
    <FormSection title={t('licence')} help={t(isLocked ? 'licence-locked' : 'licence-help')}>
      <Packages control={control} isLocked={isLocked} />
      {isSite && <WithoutDetection control={control} tenant={tenant} />}
      {isSite && (
        <FieldRow>
          <NumberField
            control={control}
            name="roomCameraLimit"
            label={t('room-limit')}
            unit={t('cameras')}
            disabled={isLocked}
            helperText={t('limit-help', { count: tenant.roomCameraCount })}
          />
          <NumberField
            control={control}
            name="publicCameraLimit"
            label={t('public-limit')}
            unit={t('cameras')}
            disabled={isLocked}
            helperText={t('limit-help', { count: tenant.publicCameraCount })}
          />
        </FieldRow>
      )}
    </FormSection>
  )
}

/** Shows before saving what will be lost without the detection package. */
function WithoutDetection({ control, tenant }: Pick<Props, 'control' | 'tenant'>) {
  const { t } = useTranslation('tenant')
  const chosen = useWatch({ control, name: 'packages' }) ?? []
  if (opensDetection(chosen)) return null
  return <Alert severity="warning">{t(opensDetection(tenant.packages) ? 'detection-stops' : 'detection-none')}</Alert>
}

const isListed = (name: string): name is (typeof PACKAGES)[number] => (PACKAGES as readonly string[]).includes(name)

function Packages({ control, isLocked }: { control: ControlOf<typeof tenantDraft>; isLocked: boolean }) {
  const { t } = useTranslation('tenant')
  const { field } = useController({ control, name: 'packages' })
  const chosen = field.value ?? []
  // A licence may name packages that this version does not know: they stay in sight.
  const offered = [...PACKAGES, ...chosen.filter((name) => !isListed(name))]
  const toggle = (name: string) =>
    field.onChange(offered.filter((one) => (one === name ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{t('packages')}</FormLabel>
      <FormGroup row>
        {offered.map((name) => (
          <FormControlLabel
            key={name}
            label={isListed(name) ? t(`package-${name}`) : name}
            required
            disabled={isLocked}
            control={<Checkbox checked={chosen.includes(name)} onChange={() => toggle(name)} onBlur={field.onBlur} />}
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}
