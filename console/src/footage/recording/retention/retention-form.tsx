/** Where a site keeps its recordings, how long and how much of them, with what would be removed by it. REC-05. */
import {
  type RecordingAmount,
  type Retention,
  type RetentionDraft,
  retentionDraft,
} from '@mimamori/contract/footage/recording-retention.ts'
import { Alert } from '@mui/material'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { byteSize } from '#lib/text/sentences.ts'
import { useTime } from '#lib/time/use-time.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useAskedSave } from '#ui/form/use-asked-save.ts'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { Facts } from '#ui/layout/detail-layout.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './retention.module.css'
import { RetentionPlace } from './retention-place.tsx'
import { RetentionPreview } from './retention-preview.tsx'
import { useRetention, useSaveRetention } from './retention-queries.ts'

export function RetentionForm({ tenantId }: { tenantId: string }) {
  const query = useRetention(tenantId)
  return (
    <Loaded query={query}>
      {(retention) => <Form key={retention.tenantId} retention={retention} onReload={query.refetch} />}
    </Loaded>
  )
}

function Form({ retention, onReload }: { retention: Retention; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('retention')
  const { dateTime } = useTime()
  const { tenantId, place, days, gigabytes, measurementDays, version, lastEditedBy, lastEditedAt } = retention
  const values: RetentionDraft = useMemo(
    () => ({ tenantId, place, days, gigabytes, measurementDays, version }),
    [tenantId, place, days, gigabytes, measurementDays, version],
  )
  const { save, draft, confirm, dismiss } = useAskedSave(useSaveRetention(), 'removes-recordings')
  const state = useRecordForm({ schema: retentionDraft, values, save, saved: t('saved'), onReload })
  const { control } = state.form
  const [typedDays, typedGigabytes] = useWatch({ control, name: ['days', 'gigabytes'] })
  const tried = { days: typedDays, gigabytes: typedGigabytes }
  return (
    <>
      <RecordForm label={t('title')} state={state}>
        <RetentionPlace control={control} />
        <FormSection title={t('limits')} help={t('limits-help')}>
          <FieldRow>
            <NumberField
              control={control}
              name="days"
              label={t('days')}
              unit={t('days-unit')}
              helperText={t('empty')}
            />
            <NumberField control={control} name="gigabytes" label={t('gigabytes')} unit="GB" helperText={t('empty')} />
          </FieldRow>
          <RetentionPreview tenantId={tenantId} limits={tried} />
          {lastEditedAt && (
            <p className={css.quiet}>{t('edited', { name: lastEditedBy ?? '', time: dateTime(lastEditedAt) })}</p>
          )}
        </FormSection>
        <FormSection title={t('measurements')} help={t('measurements-help')}>
          <NumberField
            control={control}
            name="measurementDays"
            required
            label={t('measurement-days')}
            unit={t('days-unit')}
          />
        </FormSection>
        <Stored retention={retention} />
      </RecordForm>
      <ConfirmDialog
        open={draft !== null}
        title={t('confirm-title')}
        text={t('confirm-text')}
        verb={t('confirm-verb')}
        onConfirm={confirm}
        onClose={dismiss}
      >
        {draft && <RetentionPreview tenantId={tenantId} limits={draft} />}
      </ConfirmDialog>
    </>
  )
}

function Stored({ retention: { retained, onHubs, archived, shortenedAt } }: { retention: Retention }) {
  const { t } = useTranslation('retention')
  const { dateTime } = useTime()
  const words = ({ count, bytes, oldestAt }: RecordingAmount) => {
    const amount = t('amount', { count, size: byteSize(bytes) })
    return oldestAt ? t('amount-oldest', { amount, oldest: dateTime(oldestAt) }) : amount
  }
  return (
    <FormSection title={t('stored')} help={t('stored-help')}>
      {shortenedAt && <Alert severity="warning">{t('shortened', { time: dateTime(shortenedAt) })}</Alert>}
      <Facts
        facts={[
          [t('in-service'), words(retained)],
          ...(onHubs.count > 0 ? [[t('on-hubs'), words(onHubs)] as const] : []),
          [t('archived'), words(archived)],
        ]}
      />
    </FormSection>
  )
}
