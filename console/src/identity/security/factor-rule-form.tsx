/** Which roles must have a second step of sign-in, and how long people have to set it up. REACH-22. */
import { type FactorRule, type FactorRuleDraft, factorRuleDraft } from '@mimamori/contract/identity/factor-rule.ts'
import { Checkbox, FormControlLabel } from '@mui/material'
import { useMemo } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './security.module.css'
import { useFactorRule, useSaveFactorRule } from './security-queries.ts'

/** The rule of the own site or organization, or of the connected site; for the operator outside of one the installation's. */
export function FactorRuleForm() {
  const query = useFactorRule()
  return <Loaded query={query}>{(rule) => <Form key={rule.tenantId} rule={rule} onReload={query.refetch} />}</Loaded>
}

function Form({ rule, onReload }: { rule: FactorRule; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const { roles, graceDays, version, missing, possible } = rule
  const values: FactorRuleDraft = useMemo(() => ({ roles, graceDays, version }), [roles, graceDays, version])
  const save = useSaveFactorRule()
  const state = useRecordForm({ schema: factorRuleDraft, values, save, saved: t('saved-toast'), onReload })
  const { control } = state.form
  return (
    <RecordForm label={t('factor')} state={state}>
      <FormSection title={t('factor')} help={t('factor-help')}>
        <Roles control={control} possible={possible} />
        <NumberField
          control={control}
          name="graceDays"
          label={t('factor-grace')}
          unit={t('factor-grace-unit')}
          helperText={t('factor-grace-help')}
          required
        />
        {missing > 0 && <p className={css.quiet}>{t('factor-missing', { count: missing })}</p>}
      </FormSection>
    </RecordForm>
  )
}

type RolesProps = { control: Control<FactorRuleDraft>; possible: FactorRule['possible'] }

function Roles({ control, possible }: RolesProps) {
  const { t } = useTranslation(['security', 'user'])
  const { field } = useController({ control, name: 'roles' })
  const turn = (role: FactorRule['roles'][number], isOn: boolean) =>
    field.onChange(possible.filter((one) => (one === role ? isOn : field.value.includes(one))))
  return (
    <fieldset className={css.roles} aria-label={t('factor')}>
      {possible.map((role, at) => (
        <FormControlLabel
          key={role}
          label={t(`user.role-${role}`)}
          control={
            <Checkbox
              checked={field.value.includes(role)}
              onChange={(_, isOn) => turn(role, isOn)}
              onBlur={field.onBlur}
              slotProps={{ input: at === 0 ? { ref: field.ref } : {} }}
            />
          }
        />
      ))}
    </fieldset>
  )
}
