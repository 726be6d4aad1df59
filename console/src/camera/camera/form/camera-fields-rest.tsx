/** The folded sections of the camera form: image and detection, mounting, network, external system. CAM-02. */

import { sensitivity } from '@mimamori/contract/camera/app-settings.ts'
import { connection } from '@mimamori/contract/camera/camera-fields.ts'
import { ANGLES } from '@mimamori/contract/camera/camera-lists.ts'
import { TextField as MuiTextField } from '@mui/material'
import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFactHint } from '#lib/browser/use-fact-hint.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { TextField, useFieldError } from '#ui/form/field/text-field.tsx'
import { FieldRow } from '#ui/form/record-form.tsx'
import type { CameraControl } from './camera-form-values.ts'
import { ChoiceField } from './choice-field.tsx'
import { FormFold } from './form-fold.tsx'

type Props = { control: CameraControl }

const IMAGE = [
  'width',
  'height',
  'frameRate',
  'angle',
  'sensitivity',
  'pixelChangePercent',
  'sequenceDurationSeconds',
  'motionDurationSeconds',
  'imageDurationSeconds',
] as const
const PLACEMENT = ['installationDate', 'placementAngleDegrees', 'placementHeightCm', 'roomSizeM2'] as const
const NETWORK = ['ipAddress', 'macId', 'connection', 'ssid', 'signalStrengthDbm', 'channel'] as const
const PLACEMENT_FACTS = [
  'camera.installationDate',
  'camera.placementAngleDegrees',
  'camera.placementHeightCm',
  'camera.roomSizeM2',
] as const
const NETWORK_FACTS = [
  'camera.ipAddress',
  'camera.macId',
  'camera.connection',
  'camera.ssid',
  'camera.signalStrengthDbm',
  'camera.channel',
] as const
const EXTERNAL = ['isExternalAlertOn', 'unitCode', 'resCode'] as const

export function ImageFold({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const fact = useFactHint()
  const measured = { control, helperText: fact(['camera.width', 'camera.height', 'camera.frameRate'], t('as-camera')) }
  return (
    <FormFold control={control} title={t('image')} help={t('image-help')} fields={IMAGE}>
      <FieldRow>
        <NumberField {...measured} name="width" label={field('width')} />
        <NumberField {...measured} name="height" label={field('height')} />
        <NumberField {...measured} name="frameRate" label={field('frameRate')} />
      </FieldRow>
      <FieldRow>
        <ChoiceField
          control={control}
          name="angle"
          label={field('angle')}
          helperText={t('angle-help')}
          options={ANGLES.map((value) => ({ value, label: t(`degrees-${value}`) }))}
        />
        <ChoiceField
          control={control}
          name="sensitivity"
          label={field('sensitivity')}
          helperText={t('sensitivity-help')}
          options={sensitivity.options.map((value) => ({ value, label: t(`sensitivity-${value}`) }))}
        />
        <NumberField control={control} name="pixelChangePercent" label={field('pixelChangePercent')} required />
      </FieldRow>
      <FieldRow>
        <NumberField
          control={control}
          name="sequenceDurationSeconds"
          label={field('sequenceDurationSeconds')}
          required
        />
        <NumberField control={control} name="motionDurationSeconds" label={field('motionDurationSeconds')} required />
        <NumberField control={control} name="imageDurationSeconds" label={field('imageDurationSeconds')} required />
      </FieldRow>
    </FormFold>
  )
}

export function PlacementFold({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const fact = useFactHint()
  return (
    <FormFold
      control={control}
      title={t('placement')}
      help={fact(PLACEMENT_FACTS, t('placement-help'))}
      fields={PLACEMENT}
    >
      <DayField control={control} />
      <FieldRow>
        <NumberField control={control} name="placementAngleDegrees" label={field('placementAngleDegrees')} />
        <NumberField control={control} name="placementHeightCm" label={field('placementHeightCm')} />
        <NumberField control={control} name="roomSizeM2" label={field('roomSizeM2')} />
      </FieldRow>
    </FormFold>
  )
}

export function NetworkFold({ control }: Props) {
  const fact = useFactHint()
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  return (
    <FormFold control={control} title={t('network')} help={fact(NETWORK_FACTS, t('network-help'))} fields={NETWORK}>
      <FieldRow>
        <TextField control={control} name="ipAddress" label={field('ipAddress')} />
        <TextField control={control} name="macId" label={field('macId')} />
        <ChoiceField
          control={control}
          name="connection"
          label={field('connection')}
          options={connection.options.map((value) => ({ value, label: t(`connection-${value}`) }))}
        />
      </FieldRow>
      <Wireless control={control} />
    </FormFold>
  )
}

function Wireless({ control }: Props) {
  const { t: field } = useTranslation('cameraField')
  if (useWatch({ control, name: 'connection' }) !== 'wireless') return null
  return (
    <FieldRow>
      <TextField control={control} name="ssid" label={field('ssid')} />
      <NumberField control={control} name="signalStrengthDbm" label={field('signalStrengthDbm')} />
      <NumberField control={control} name="channel" label={field('channel')} />
    </FieldRow>
  )
}

/** `children`: what the external system itself says of the camera. */
export function ExternalFold({ control, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  return (
    <FormFold control={control} title={t('external')} help={t('external-help')} fields={EXTERNAL}>
      <SwitchField control={control} name="isExternalAlertOn" label={field('isExternalAlertOn')} />
      <FieldRow>
        <TextField control={control} name="unitCode" label={field('unitCode')} helperText={t('unit-code-help')} />
        <TextField control={control} name="resCode" label={field('resCode')} helperText={t('res-code-help')} />
      </FieldRow>
      {children}
    </FormFold>
  )
}

/** A native date field speaks of an empty day as '', the contract as null. */
function DayField({ control }: Props) {
  const { t: name } = useTranslation('cameraField')
  const { field, fieldState } = useController({ control, name: 'installationDate' })
  const error = useFieldError(fieldState.error?.message)
  return (
    <MuiTextField
      fullWidth
      type="date"
      label={name('installationDate')}
      name={field.name}
      inputRef={field.ref}
      value={field.value ?? ''}
      error={error !== null}
      helperText={error}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={(event) => field.onChange(event.target.value || null)}
      onBlur={field.onBlur}
    />
  )
}
