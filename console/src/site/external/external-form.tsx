/** The settings of an external system. Rules and their texts come from the contract. */
import { EXTERNAL_CAMERA, EXTERNAL_HEAD, type External, externalForm } from '@mimamori/contract/site/external.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { EmailsField } from '#ui/form/field/emails-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import css from './external.module.css'

type Props = { external: External; onReload: () => Promise<unknown> }

export function ExternalForm({ external, onReload }: Props) {
  const { t } = useTranslation('external')
  const { impersonatedTenant } = useUser()
  const cache = useQueryClient()
  const state = useRecordForm({
    schema: externalForm,
    values: valuesOf(external),
    record: external,
    save: async (draft, shown = external) => {
      const body = { ...draft, authKey: draft.authKey || undefined, version: shown.version }
      const saved = await call('external.save', { params: { id: shown.tenantId }, body })
      cache.setQueryData(['external', 'site', shown.tenantId], saved)
      return saved
    },
    saved: t('saved'),
    onReload,
  })
  const { control } = state.form
  const keyHelp = external.keyLastFour ? t('auth-key-set', { end: external.keyLastFour }) : t('auth-key-none')
  return (
    <RecordForm label={t('title')} state={state}>
      <FormSection title={t('title')} help={t('help')}>
        <SwitchField control={control} name="isEnabled" label={t('is-enabled')} />
        <TextField control={control} name="url" label={t('url')} helperText={t('url-help')} type="url" />
        <FieldRow>
          <TextField
            control={control}
            name="corporationCode"
            label={t('corporation-code')}
            helperText={t('corporation-code-help')}
          />
          <TextField control={control} name="jigCode" label={t('jig-code')} helperText={t('jig-code-help')} />
          <TextField control={control} name="formatKbn" label={t('format-kbn')} helperText={t('format-kbn-help')} />
        </FieldRow>
        <TextField
          control={control}
          name="authKey"
          label={t('auth-key')}
          type="password"
          autoComplete="new-password"
          disabled={impersonatedTenant !== null}
          helperText={impersonatedTenant ? t('auth-key-connected') : keyHelp}
        />
        <EmailsField control={control} name="subscribers" label={t('subscribers')} helperText={t('subscribers-help')} />
        <details className={css.fold} open={state.form.formState.errors.fieldMap ? true : undefined}>
          <summary>{t('field-map')}</summary>
          <p className={css.quiet}>{t('field-map-help')}</p>
          <div className={css.map}>
            {[...EXTERNAL_HEAD, ...EXTERNAL_CAMERA].map((field) => (
              <TextField
                key={field}
                control={control}
                name={`fieldMap.${field}`}
                label={t(`field-${field}`)}
                required
                size="small"
                slotProps={{ htmlInput: { spellCheck: false, className: css.code } }}
              />
            ))}
          </div>
        </details>
      </FormSection>
    </RecordForm>
  )
}

function valuesOf({ isEnabled, url, corporationCode, jigCode, formatKbn, fieldMap, subscribers }: External) {
  return { isEnabled, url, corporationCode, jigCode, formatKbn, fieldMap, subscribers, authKey: '' }
}
