/** The form, next to missing fields, the state, the evidence and the revisions. REPORT-05. */
import { type AccidentDetail, accidentForm } from '@mimamori/contract/care/accident.ts'
import { type AccidentKey, missingIn, type OwnKey, sectionsOf } from '@mimamori/contract/care/accident-form.ts'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import css from './accident.module.css'
import { Evidence } from './accident-evidence.tsx'
import { AccidentFieldRow } from './accident-fields.tsx'
import { FormUsed } from './accident-form-used.tsx'
import { History } from './accident-history.tsx'
import { OwnItemRow } from './accident-own-item.tsx'
import { useTakeAccident } from './accident-queries.ts'
import { StateCard } from './accident-state.tsx'
import { useWriter } from './use-writer.tsx'

type Props = { accident: AccidentDetail; onReload: () => Promise<unknown> }

export function AccidentEditor({ accident, onReload }: Props) {
  const { t } = useTranslation('accident')
  const take = useTakeAccident()
  const writer = useWriter()
  const values = useMemo(() => valuesOf(accident), [accident])
  const state = useRecordForm({
    schema: accidentForm,
    values,
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
  const missing = missingIn(form, accident)
  return (
    <>
      <DetailLayout
        main={
          <RecordForm label={t('form')} state={state} isWide>
            {sectionsOf(accident).map(({ key, fields, ownItems }) => (
              <FormSection key={key} title={t(`section-${key}`)}>
                <div className={css.fields}>
                  {fields.map((field) => (
                    <AccidentFieldRow
                      key={field.key}
                      {...{ field, control, form, isClosed, plan: accident }}
                      isMissing={!isClosed && missing.includes(field.key)}
                    />
                  ))}
                  {ownItems.map((item) => (
                    <OwnItemRow
                      key={item.id}
                      {...{ item, control, isClosed }}
                      isMissing={!isClosed && missing.includes(`own.${item.id}`)}
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
              onShow={(key: AccidentKey | OwnKey) => state.form.setFocus(key)}
            />
            <Evidence accident={accident} form={form} />
            <FormUsed accident={accident} />
            <History accident={accident} />
          </>
        }
      />
      {writer.dialog}
    </>
  )
}

/** The form with an answer for each own item, so that none is undefined. */
function valuesOf({ form, ownItems }: AccidentDetail) {
  return { ...form, own: Object.fromEntries(ownItems.map(({ id }) => [id, form.own[id] ?? ''])) }
}
