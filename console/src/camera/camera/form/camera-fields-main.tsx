/** The sections of the camera form that everybody fills in: the camera, its stream, its place. CAM-02, CAM-03. */
import { cameraType, locationType } from '@mimamori/contract/camera/camera-fields.ts'
import { Alert } from '@mui/material'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFactHint } from '#lib/browser/use-fact-hint.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FieldRow, FormSection } from '#ui/form/record-form.tsx'
import { finderOf, optionsOf, useAssets, useHubs, useUnits } from '../camera-choices.ts'
import type { CameraControl } from './camera-form-values.ts'
import { ChoiceField } from './choice-field.tsx'
import { MakerField } from './connection/maker-field.tsx'
import { PasswordField } from './connection/password-field.tsx'
import { StreamTrust } from './connection/stream-trust.tsx'

type Props = { control: CameraControl }

export function CameraSection({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  return (
    <FormSection title={t('camera')} help={t('camera-help')}>
      <NameRow control={control} />
      <DescriptionFields control={control} />
    </FormSection>
  )
}

export function NameRow({ control }: Props) {
  const { t: field } = useTranslation('cameraField')
  return (
    <FieldRow>
      <TextField control={control} name="name" label={field('name')} required />
      <TextField control={control} name="location" label={field('location')} required />
    </FieldRow>
  )
}

/** What the camera is; `isOptional`: a new one gets the usual words for what nobody typed. */
export function DescriptionFields({ control, isOptional = false }: Props & { isOptional?: boolean }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const { t: camera } = useTranslation('camera')
  const fact = useFactHint()
  const required = !isOptional
  return (
    <>
      <TextField
        control={control}
        name="description"
        label={field('description')}
        required={required}
        helperText={fact(['camera.description'], t('description-help'))}
      />
      <FieldRow>
        <ChoiceField
          control={control}
          name="type"
          label={field('type')}
          required={required}
          options={cameraType.options.map((value) => ({ value, label: camera(`type-${value}`) }))}
        />
        <TextField
          control={control}
          name="brand"
          label={field('brand')}
          required={required}
          helperText={fact(['camera.brand'])}
        />
        <TextField
          control={control}
          name="model"
          label={field('model')}
          required={required}
          helperText={fact(['camera.model'])}
        />
      </FieldRow>
    </>
  )
}

type StreamProps = Props & {
  isPasswordSet: boolean
  /** The connection test, which the page joins with the rest of the form. */
  children: ReactNode
}

export function StreamSection({ control, isPasswordSet, children }: StreamProps) {
  const { t } = useTranslation('cameraForm')
  return (
    <FormSection title={t('stream')} help={t('stream-help')}>
      <HubField control={control} isNew={false} />
      <MakerField control={control} />
      <AddressField control={control} />
      <SubStreamFields control={control} />
      <LoginRow control={control} isPasswordSet={isPasswordSet} />
      <StreamTrust control={control} />
      {children}
      <StreamNameField control={control} />
    </FormSection>
  )
}

/** A browser that offers its own logins here fills in the wrong ones. */
const PLAIN = { autoComplete: 'off', spellCheck: false }
const ADDRESS = { htmlInput: { ...PLAIN, inputMode: 'url' } } as const

export function AddressField({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  return (
    <TextField
      control={control}
      name="streamUrl"
      label={field('streamUrl')}
      required
      helperText={t('stream-url-help')}
      slotProps={ADDRESS}
    />
  )
}

export function SubStreamFields({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  return (
    <>
      <TextField
        control={control}
        name="subStreamUrl"
        label={field('subStreamUrl')}
        helperText={t('sub-stream-url-help')}
        slotProps={ADDRESS}
      />
      <SameViewField control={control} />
    </>
  )
}

export function LoginRow({ control, isPasswordSet }: Props & { isPasswordSet: boolean }) {
  const { t: field } = useTranslation('cameraField')
  return (
    <FieldRow>
      <TextField control={control} name="username" label={field('username')} slotProps={{ htmlInput: PLAIN }} />
      <PasswordField control={control} label={field('password')} isSet={isPasswordSet} />
    </FieldRow>
  )
}

export function StreamNameField({ control, isOptional = false }: Props & { isOptional?: boolean }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const fact = useFactHint()
  return (
    <TextField
      control={control}
      name="streamingId"
      label={field('streamingId')}
      required={!isOptional}
      helperText={fact(['camera.streamingId'], t('streaming-id-help'))}
    />
  )
}

/** Only where there are two streams. */
function SameViewField({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  if (!useWatch({ control, name: 'subStreamUrl' })) return null
  return (
    <SwitchField
      control={control}
      name="isSubStreamSameView"
      label={field('isSubStreamSameView')}
      helperText={t('same-view-help')}
    />
  )
}

/** Only a choice where there is one: a site with one hub needs none. */
export function HubField({ control, isNew }: Props & { isNew: boolean }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const { data: hubs } = useHubs()
  if (hubs?.length === 0) return <Alert severity="warning">{t('hub-none')}</Alert>
  if (!hubs || (isNew && hubs.length === 1)) return null
  return (
    <ChoiceField
      control={control}
      name="agentId"
      label={field('agentId')}
      required
      helperText={t('hub-help')}
      options={hubs.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

export function PlaceSection({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  return (
    <FormSection title={t('place')} help={t('place-help')}>
      <WhereRow control={control} />
      <GroupFields control={control} />
    </FormSection>
  )
}

export function WhereRow({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const { data: units } = useUnits()
  const unitChoices = units?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <FieldRow>
      <ChoiceField
        control={control}
        name="locationType"
        label={field('locationType')}
        options={locationType.options.map((value) => ({ value, label: t(`location-${value}`) }))}
      />
      <ChoiceField
        control={control}
        name="unitId"
        label={field('unitId')}
        options={[{ value: null, label: t('no-unit') }, ...unitChoices]}
      />
    </FieldRow>
  )
}

export function GroupFields({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const { data: tags } = useAssets('TAG')
  const { data: shifts } = useAssets('SHIFT')
  return (
    <>
      <PickField
        control={control}
        name="tagIds"
        label={field('tagIds')}
        known={optionsOf(tags)}
        {...finderOf('tag', tags)}
      />
      <PickField
        control={control}
        name="shiftIds"
        label={field('shiftIds')}
        helperText={t('shifts-help')}
        known={optionsOf(shifts)}
        {...finderOf('shift', shifts)}
      />
    </>
  )
}
