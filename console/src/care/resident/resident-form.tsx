/** The fields of a resident, for new and edit; a new one may begin with a room. RESIDENT-01. */

import type { Resident, ResidentDetail, ResidentFacts } from '@mimamori/contract/care/resident.ts'
import { CARE_LEVELS, DEMENTIA_LEVELS, SEXES } from '@mimamori/contract/care/resident-lists.ts'
import { CONSENTS, HONORIFICS } from '@mimamori/contract/care/resident-title.ts'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { instantOf, wallTime } from '#lib/time/wall-time.ts'
import { DateField } from '#ui/form/field/date-field.tsx'
import { FindField } from '#ui/form/field/find-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { type ControlOf, TextField } from '#ui/form/field/text-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { ConsentFields } from './resident-consent-fields.tsx'
import { findRooms, useRefreshResidents } from './resident-queries.ts'
import { type ResidentValues, residentValues } from './resident-values.ts'

type Props = {
  /** Left out: a new one. */
  resident?: ResidentDetail
  onSaved: (resident: Resident) => void
  onReload?: () => Promise<unknown>
}

export function ResidentForm({ resident, onSaved, onReload }: Props) {
  const { t } = useTranslation('resident')
  const state = useResidentForm({ resident, onSaved, onReload })
  const { control } = state.form
  return (
    <RecordForm label={t(resident ? 'edit-title' : 'new')} state={state} verb={resident ? undefined : t('new')}>
      <FormSection title={t('section-person')} help={t('section-person-help')}>
        <FieldRow>
          <TextField control={control} name="name" label={t('name')} required autoFocus={!resident} />
          <SelectField
            control={control}
            name="honorific"
            label={t('honorific')}
            options={HONORIFICS.map((value) => ({ value, label: t(`honorific-${value}`) }))}
          />
        </FieldRow>
        <TextField control={control} name="kana" label={t('kana')} helperText={t('kana-help')} />
        <TextField
          control={control}
          name="careNote"
          label={t('care-note')}
          helperText={t('care-note-help')}
          multiline
          minRows={2}
        />
      </FormSection>
      <FormSection title={t('section-facts')} help={t('section-facts-help')}>
        <FactFields control={control} />
      </FormSection>
      {!resident && (
        <FormSection title={t('section-stay')} help={t('section-stay-help')}>
          <FieldRow>
            <FindField
              control={control}
              name="cameraId"
              label={t('room')}
              queryKey={['resident', 'rooms']}
              find={findRooms}
            />
            <NumberField control={control} name="bed" label={t('bed')} required helperText={t('bed-help')} />
          </FieldRow>
          <TextField
            control={control}
            name="at"
            label={t('since')}
            required
            type="datetime-local"
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </FormSection>
      )}
      <FormSection title={t('section-consents')} help={t('section-consents-help')}>
        <ConsentFields form={state.form} />
      </FormSection>
    </RecordForm>
  )
}

const NO_FACTS: ResidentFacts = {
  sex: '',
  bornOn: null,
  insurer: '',
  insuredNumber: '',
  careLevel: '',
  dementiaLevel: '',
}

type FactControl = ControlOf<typeof residentValues>

/** What accident reports ask for each time. Their texts are those of the ministry's form. */
function FactFields({ control }: { control: FactControl }) {
  const { t } = useTranslation('resident')
  const { t: form } = useTranslation('accident')
  const choice = (name: 'sex' | 'careLevel' | 'dementiaLevel', key: 'personSex' | 'careLevel' | 'dementiaLevel') => {
    const options = { sex: SEXES, careLevel: CARE_LEVELS, dementiaLevel: DEMENTIA_LEVELS }[name]
    return (
      <SelectField
        control={control}
        name={`facts.${name}`}
        label={form(`field-${key}`)}
        options={[
          { value: '', label: form('not-answered') },
          ...options.map((value) => ({ value, label: form(`${key}-${value}` as 'personSex-male') })),
        ]}
      />
    )
  }
  return (
    <>
      <FieldRow>
        <DateField control={control} name="facts.bornOn" label={t('born-on')} />
        {choice('sex', 'personSex')}
      </FieldRow>
      <FieldRow>
        {choice('careLevel', 'careLevel')}
        {choice('dementiaLevel', 'dementiaLevel')}
      </FieldRow>
      <FieldRow>
        <TextField control={control} name="facts.insurer" label={form('field-insurer')} />
        <TextField control={control} name="facts.insuredNumber" label={form('field-insuredNumber')} />
      </FieldRow>
    </>
  )
}

function useResidentForm({ resident, onSaved, onReload }: Props) {
  const { t } = useTranslation('resident')
  const { timeZone } = useTime().style
  const refresh = useRefreshResidents()
  return useRecordForm({
    schema: residentValues,
    values: valuesOf(resident, timeZone),
    record: resident,
    save: async ({ cameraId, bed, at, ...draft }, shown) => {
      const stay = cameraId ? { cameraId, bed, at: instantOf(at, timeZone) ?? '' } : null
      const saved = await (shown
        ? call('resident.patch', { body: { ...draft, id: shown.id, version: shown.version } })
        : call('resident.create', { body: { ...draft, stay } }))
      await refresh()
      return saved
    },
    saved: t(resident ? 'updated' : 'created'),
    onSaved,
    onReload,
  })
}

/** A new one's answers are left open: nobody consents by a form that was not read. */
function valuesOf(resident: ResidentDetail | undefined, timeZone: string): ResidentValues {
  const now = wallTime(serviceNow(), timeZone)
  const today = now.slice(0, 10)
  const known = new Map((resident?.consents ?? []).map((consent) => [consent.kind, consent]))
  return {
    name: resident?.name ?? '',
    honorific: resident?.honorific ?? 'sama',
    kana: resident?.kana ?? '',
    careNote: resident?.careNote ?? '',
    facts: resident?.facts ?? NO_FACTS,
    consents: CONSENTS.map((kind) => {
      const { isGiven, answeredOn = today, answeredBy = '' } = known.get(kind) ?? {}
      return { kind, isGiven: isGiven as boolean, answeredOn, answeredBy }
    }),
    cameraId: undefined,
    bed: 1,
    at: now,
  }
}
