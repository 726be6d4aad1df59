/** settings/list, tab Security: the networks from which the users of a site may work, and who needs a second step. SET-01. */
import { type Security, type SecurityDraft, securityDraft } from '@mimamori/contract/identity/security.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useAskedSave } from '#ui/form/use-asked-save.ts'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { FactorRuleForm } from './factor-rule-form.tsx'
import { RangeList } from './range-list.tsx'
import css from './security.module.css'
import { useSaveSecurity, useSecurity } from './security-queries.ts'

/** What is worked on is the own site, or the connected one. */
export function SecurityTab() {
  if (useIsOutside()) return <NotConnected />
  return (
    <div className={css.parts}>
      <Ranges />
      <FactorRuleForm />
    </div>
  )
}

function Ranges() {
  const query = useSecurity()
  return (
    <Loaded query={query}>
      {(security) => <Form key={security.tenantId} security={security} onReload={query.refetch} />}
    </Loaded>
  )
}

function Form({ security, onReload }: { security: Security; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('security')
  const { dateTime } = useTime()
  const { ranges, isStationPinAsked, version, ownAddress, lastEditedBy, lastEditedAt } = security
  const hasStations = !isOverSites(useUser())
  const values: SecurityDraft = useMemo(
    () => ({ ranges, isStationPinAsked, version }),
    [ranges, isStationPinAsked, version],
  )
  const { save, draft, confirm, dismiss } = useAskedSave(useSaveSecurity(), 'locks-out-author')
  const state = useRecordForm({ schema: securityDraft, values, save, saved: t('saved-toast'), onReload })
  return (
    <>
      <RecordForm label={t('title')} state={state}>
        <FormSection title={t('title')} help={t('help')}>
          <RangeList control={state.form.control} ownAddress={ownAddress} />
          {lastEditedAt && (
            <p className={css.quiet}>{t('edited', { name: lastEditedBy ?? '', time: dateTime(lastEditedAt) })}</p>
          )}
        </FormSection>
        {hasStations && (
          <FormSection title={t('stations')}>
            <SwitchField
              control={state.form.control}
              name="isStationPinAsked"
              label={t('station-pin')}
              helperText={t('station-pin-help')}
            />
          </FormSection>
        )}
      </RecordForm>
      <ConfirmDialog
        open={draft !== null}
        title={t('confirm-title')}
        text={t('confirm-text', { address: ownAddress })}
        verb={t('confirm-verb')}
        onConfirm={confirm}
        onClose={dismiss}
      />
    </>
  )
}
