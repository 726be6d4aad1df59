/** The form, next to missing fields, the state, the evidence and the revisions. REPORT-05. */
import { type AccidentDetail, accidentForm } from '@mimamori/contract/care/accident.ts'
import { type AccidentKey, missingIn, sectionsOf } from '@mimamori/contract/care/accident-form.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import css from './accident.module.css'
import { Evidence } from './accident-evidence.tsx'
import { AccidentFieldRow } from './accident-fields.tsx'
import { History } from './accident-history.tsx'
import { useTakeAccident } from './accident-queries.ts'
import { StateCard } from './accident-state.tsx'
import { useWriter } from './use-writer.tsx'

type Props = { accident: AccidentDetail; onReload: () => Promise<unknown> }

export function AccidentEditor({ accident, onReload }: Props) {
  const { t } = useTranslation('accident')
  const take = useTakeAccident()
  const writer = useWriter()
  const state = useRecordForm({
    schema: accidentForm,
    values: accident.form,
    record: accident,
    save: async (form, shown) => {
      const { id, version } = shown ?? accident
      const body = { form, version, byUserId: await writer.ask() }
      return take(await call('accident.save', { params: { id }, body }))
    },
    saved: t('saved'),
    onReload,
  })
  const { control } = state.form
  const form = useWatch({ control })
  const isClosed = accident.state === 'submitted'
  const missing = missingIn(form, accident.kind)
  return (
    <>
      <DetailLayout
        main={
          <RecordForm label={t('form')} state={state} isWide>
            {sectionsOf(accident.kind).map(({ key, fields }) => (
              <FormSection key={key} title={t(`section-${key}`)}>
                <div className={css.fields}>
                  {fields.map((field) => (
                    <AccidentFieldRow
                      key={field.key}
                      {...{ field, control, form, isClosed, kind: accident.kind }}
                      isMissing={!isClosed && missing.includes(field.key)}
                    />
                  ))}
                </div>
              </FormSection>
            ))}
          </RecordForm>
        }
        aside={
          <>
            <StateCard
              {...{ accident, missing, writer }}
              isDirty={state.isDirty}
              onShow={(key: AccidentKey) => state.form.setFocus(key)}
            />
            <Evidence accident={accident} form={form} />
            <History accident={accident} />
          </>
        }
      />
      {writer.dialog}
    </>
  )
}
