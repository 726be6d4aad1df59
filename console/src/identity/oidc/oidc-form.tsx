/** settings/list, tab Security, of an organization: the provider through which its people sign in. REACH-40. */
import { OIDC_ERRORS, type Oidc, type OidcError, type OidcTest, oidcForm } from '@mimamori/contract/identity/oidc.ts'
import { Alert, Button } from '@mui/material'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './oidc.module.css'
import { useOidcSettings, useOidcTest, useSaveOidc } from './oidc-queries.ts'
import { OidcRules } from './oidc-rules.tsx'

export function OidcForm() {
  const query = useOidcSettings()
  return (
    <div className={css.below}>
      <Loaded query={query}>{(oidc) => <Form oidc={oidc} onReload={query.refetch} />}</Loaded>
    </div>
  )
}

function Form({ oidc, onReload }: { oidc: Oidc; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('oidc')
  const save = useSaveOidc()
  const values = useMemo(() => {
    const { isEnabled, issuer, clientId, groupsClaim, rules, isForced, isFactor } = oidc
    return { isEnabled, issuer, clientId, clientSecret: '', groupsClaim, rules, isForced, isFactor }
  }, [oidc])
  const state = useRecordForm({
    ...{ schema: oidcForm, values, record: oidc, saved: t('saved'), onReload },
    save: (draft, shown = oidc) => save(draft, shown),
  })
  const { control } = state.form
  const { secretLastFour: end } = oidc
  return (
    <RecordForm label={t('title')} state={state}>
      <FormSection title={t('title')} help={t('help')}>
        <ForOthers oidc={oidc} />
        <SwitchField control={control} name="isEnabled" label={t('is-enabled')} />
        <TextField control={control} name="issuer" label={t('issuer')} helperText={t('issuer-help')} type="url" />
        <TextField control={control} name="clientId" label={t('client')} />
        <TextField
          control={control}
          name="clientSecret"
          label={t('secret')}
          type="password"
          autoComplete="new-password"
          helperText={end ? t('secret-set', { end }) : t('secret-none')}
        />
        <TextField control={control} name="groupsClaim" label={t('claim')} helperText={t('claim-help')} required />
        <Test />
      </FormSection>
      <FormSection title={t('rules')} help={t('rules-help')}>
        <OidcRules form={state.form} />
        <SwitchField control={control} name="isFactor" label={t('is-factor')} helperText={t('is-factor-help')} />
        <SwitchField control={control} name="isForced" label={t('is-forced')} helperText={t('is-forced-help')} />
      </FormSection>
    </RecordForm>
  )
}

/** What the provider and the people need. */
function ForOthers({ oidc: { redirectUri, signInKey, people } }: { oidc: Oidc }) {
  const { t } = useTranslation('oidc')
  return (
    <dl className={css.facts}>
      <dt>{t('redirect')}</dt>
      <dd>
        <code>{redirectUri}</code>
      </dd>
      <dt>{t('key')}</dt>
      <dd>
        {signInKey ? <code>{signInKey}</code> : t('key-none')}
        {signInKey && <p className={css.quiet}>{t('key-help')}</p>}
        {people > 0 && <p className={css.quiet}>{t('people', { count: people })}</p>}
      </dd>
    </dl>
  )
}

const isOidcError = (reason: string): reason is OidcError => (OIDC_ERRORS as readonly string[]).includes(reason)

function Test() {
  const { t } = useTranslation(['oidc', 'external'])
  const errorText = useErrorText()
  const { mutate, isPending, data, error } = useOidcTest()
  const wordsFor = (reason: NonNullable<OidcTest['reason']>) =>
    isOidcError(reason) ? t(`test-${reason}`) : `${t('test-unreached')} ${t(`external.reason-${reason}`)}`
  return (
    <div className={css.test}>
      <Button onClick={() => mutate()} disabled={isPending}>
        {t('test')}
      </Button>
      <span className={css.quiet}>{t('test-help')}</span>
      <div role="status" className={css.outcome}>
        {error && <Alert severity="error">{errorText(error)}</Alert>}
        {data?.isReady && <Alert severity="success">{t('test-ready')}</Alert>}
        {data?.reason && <Alert severity="error">{wordsFor(data.reason)}</Alert>}
      </div>
    </div>
  )
}
