/** A nurse-call contact: its device, and the calls for which it is closed. REACH-60, REACH-61. */
import {
  type Contact,
  type ContactDraft,
  contactForm,
  type ContactForm as Draft,
} from '@mimamori/contract/alerting/contact.ts'
import { CONTACT_KINDS, CONTACT_METHODS } from '@mimamori/contract/camera/contact-lists.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { findCameras, findUnits } from '#shared/named-choices.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { FindField } from '#ui/form/field/find-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { useContactDeeds, useHubChoices } from './contact-queries.ts'

const EMPTY: Draft = {
  ...{ name: '', isEnabled: true, kind: 'http', unitId: null, roomCameraId: null, minimumSeverity: 'high' },
  ...{ agentId: null, method: 'GET', closeUrl: '', openUrl: '', stateUrl: '', closedText: '', openText: '' },
  ...{ cameraId: null, output: 1, header: '' },
}
const FIELDS = Object.keys(EMPTY) as (keyof Draft)[]

function valuesOf(contact: Contact): Draft {
  const own = Object.fromEntries(FIELDS.map((field) => [field, (contact as Partial<Draft>)[field]]))
  return { ...EMPTY, ...own, header: '' } as Draft
}

type Fields = Control<Draft, unknown, ContactDraft>

export function ContactForm({ contact, onEnd }: { contact?: Contact; onEnd: () => void }) {
  const { t } = useTranslation('contact')
  const { t: word } = useTranslation('word')
  const { t: ui } = useTranslation('ui')
  const { save } = useContactDeeds()
  const state = useRecordForm({
    schema: contactForm,
    values: contact ? valuesOf(contact) : EMPTY,
    record: contact,
    save: ({ header, ...draft }, shown) => save({ ...draft, ...(header && { header }) }, shown),
    saved: t(contact ? 'changed' : 'added'),
    onSaved: onEnd,
  })
  const { control } = state.form
  const kind = useWatch({ control, name: 'kind' })
  return (
    <CardForm
      label={contact ? t('edit', { name: contact.name }) : t('add')}
      state={state}
      verb={contact ? ui('save') : t('add')}
      onCancel={onEnd}
    >
      <TextField control={control} name="name" label={t('name')} required autoFocus />
      <SwitchField control={control} name="isEnabled" label={t('is-enabled')} />
      <SelectField
        control={control}
        name="kind"
        label={t('kind')}
        options={CONTACT_KINDS.map((value) => ({ value, label: t(`kind-${value}`) }))}
        required
      />
      {kind === 'http' ? (
        <HttpFields control={control} contact={contact} />
      ) : (
        <OutputFields {...{ control, contact }} />
      )}
      <SelectField
        control={control}
        name="minimumSeverity"
        label={t('severity')}
        helperText={t('severity-help')}
        options={SEVERITIES.map((value) => ({ value, label: word(`severity-${value}`) }))}
        required
      />
      <FindField
        control={control}
        name="unitId"
        label={t('unit')}
        helperText={t('scope-help')}
        known={contact?.unitId ? { id: contact.unitId, label: contact.unitName ?? '' } : null}
        queryKey={['contact', 'units']}
        find={findUnits}
      />
      <FindField
        control={control}
        name="roomCameraId"
        label={t('room')}
        helperText={t('room-help')}
        known={contact?.roomCameraId ? { id: contact.roomCameraId, label: contact.roomName ?? '' } : null}
        queryKey={['contact', 'cameras']}
        find={(text, signal) => findCameras(text, undefined, signal)}
      />
    </CardForm>
  )
}

function HttpFields({ control, contact }: { control: Fields; contact?: Contact }) {
  const { t } = useTranslation('contact')
  const found = useHubChoices()
  const { headerName, agentId, hubName } = contact ?? {}
  // One that is gone, or not fetched yet, stays chosen.
  const isKnown = !agentId || found.some(({ value }) => value === agentId)
  const hubs = isKnown ? found : [{ value: agentId, label: hubName ?? '–' }, ...found]
  return (
    <>
      <SelectField
        control={control}
        name="agentId"
        label={t('hub')}
        helperText={t('hub-help')}
        options={hubs}
        required
      />
      <SelectField
        control={control}
        name="method"
        label={t('method')}
        options={CONTACT_METHODS.map((value) => ({ value, label: value }))}
        required
      />
      <TextField
        control={control}
        name="closeUrl"
        label={t('close-url')}
        helperText={t('url-help')}
        type="url"
        required
      />
      <TextField control={control} name="openUrl" label={t('open-url')} type="url" required />
      <TextField control={control} name="stateUrl" label={t('state-url')} helperText={t('state-help')} type="url" />
      <TextField control={control} name="closedText" label={t('closed-text')} helperText={t('text-help')} />
      <TextField control={control} name="openText" label={t('open-text')} />
      <TextField
        control={control}
        name="header"
        label={t('header')}
        type="password"
        autoComplete="new-password"
        helperText={headerName ? t('header-set', { name: headerName }) : t('header-help')}
      />
    </>
  )
}

function OutputFields({ control, contact }: { control: Fields; contact?: Contact }) {
  const { t } = useTranslation('contact')
  return (
    <>
      <FindField
        control={control}
        name="cameraId"
        label={t('camera')}
        required
        known={contact?.cameraId ? { id: contact.cameraId, label: contact.cameraName ?? '' } : null}
        queryKey={['contact', 'cameras']}
        find={(text, signal) => findCameras(text, undefined, signal)}
      />
      <NumberField control={control} name="output" label={t('output')} helperText={t('output-help')} required />
    </>
  )
}
