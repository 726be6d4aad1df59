/** The form of a camera, new or not, in the tabs General, Schedule and System; the page decides what saving means. CAM-02. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import {
  type CameraDraft,
  cameraDraft,
  hasOwnApplication,
  newCameraDraft,
} from '@mimamori/contract/camera/camera-fields.ts'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFactHint } from '#lib/browser/use-fact-hint.ts'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormTabs } from '#ui/form/form-tabs.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { BelowFold } from '#ui/layout/below-fold.tsx'
import { INPUT_FIELDS, InputSection } from './camera-fields-input.tsx'
import { CameraSection, PlaceSection, StreamSection } from './camera-fields-main.tsx'
import { NewCameraFields } from './camera-fields-new.tsx'
import { NoticeFold, PrivacySection } from './camera-fields-notice.tsx'
import { ExternalFold, ImageFold, NetworkFold, PlacementFold } from './camera-fields-rest.tsx'
import type { CameraFormState, CheckedDraft } from './camera-form-values.ts'
import { HubRequests } from './connection/hub-requests.tsx'

/** Which part of a camera's settings is shown, saved in the address. */
export type CameraTab = 'general' | 'schedule' | 'system'

type Props = {
  /** Left out: a new one, which has nothing but its fields. */
  camera?: CameraDetail
  values: CameraDraft
  saved: string
  save: (draft: CheckedDraft) => Promise<CameraDetail>
  onSaved?: (camera: CameraDetail) => void
  onReload?: () => Promise<unknown>
  tab: CameraTab
  onTab: (tab: CameraTab) => void
  /** When each app runs. */
  schedules: ReactNode
  /** What the hub says, and what can be done about it. */
  system?: ReactNode
  /** What ends the camera; last of all. */
  danger?: ReactNode
  /** Among the fields of the external system. */
  external?: ReactNode
}

export function CameraForm({ camera, tab, onTab, schedules, system, danger, external, ...options }: Props) {
  const { t } = useTranslation('cameraForm')
  const schema = useMemo(() => (camera ? cameraDraft : newCameraDraft(t('unknown'))), [camera, t])
  const state = useRecordForm({ schema, ...options })
  return (
    <RecordForm label={camera?.name ?? t('new-title')} state={state} verb={camera ? undefined : t('add')}>
      <Tabs
        form={state.form}
        camera={camera}
        external={external}
        tab={tab}
        onTab={onTab}
        schedules={schedules}
        system={system}
        danger={danger}
      />
    </RecordForm>
  )
}

type Form = CameraFormState['form']
type GeneralProps = { form: Form } & Pick<Props, 'camera' | 'external'>
type TabsProps = GeneralProps & Pick<Props, 'tab' | 'onTab' | 'schedules' | 'system' | 'danger'>

/** The frame is drawn again when the form is ready, changed, saved; what stands in the tabs knows itself when it is meant. */
const Tabs = memo(function Tabs({ form, camera, external, tab, onTab, schedules, system, danger }: TabsProps) {
  const { t } = useTranslation('cameraForm')
  const { errors } = useFormState({ control: form.control })
  const wrong = Object.keys(errors)
  const isConfigWrong = wrong.some(isOfSystem)
  const [wasSystemShown, setSystemShown] = useState(tab === 'system')
  if (tab === 'system' && !wasSystemShown) setSystemShown(true)
  return (
    <FormTabs<CameraTab>
      label={t('tabs')}
      tab={tab}
      onTab={onTab}
      tabs={[
        {
          id: 'general',
          label: t('tab-general'),
          content: <General form={form} camera={camera} external={external} />,
          hasError: wrong.some((field) => !isOfSystem(field)),
        },
        // Both ask the hub or the service for more: only once somebody looks.
        { id: 'schedule', label: t('tab-schedule'), content: tab === 'schedule' && schedules },
        {
          id: 'system',
          label: t('tab-system'),
          // Its long text measures the whole page when it comes: only once somebody looks, or has to.
          content: (wasSystemShown || isConfigWrong) && (
            <>
              {tab === 'system' && system}
              <AxisApplication form={form} />
              <HomePreset form={form} />
              <InputSection control={form.control} />
              <ExtraConfig form={form} />
              {danger}
            </>
          ),
          hasError: isConfigWrong,
        },
      ]}
    />
  )
})

/** The fields of the System tab. */
const isOfSystem = (field: string) => [...INPUT_FIELDS, 'extraConfig', 'axisApplication', 'homePreset'].includes(field)

const General = memo(function General({ form, camera, external }: GeneralProps) {
  const { control } = form
  if (!camera) return <NewCameraFields form={form} />
  return (
    <>
      <CameraSection control={control} />
      <BelowFold>
        <StreamSection control={control} isPasswordSet={camera.passwordSet}>
          <HubRequests form={form} cameraId={camera.id} />
        </StreamSection>
        <PlaceSection control={control} />
        <PrivacySection control={control} cameraId={camera.id} />
        <NoticeFold control={control} cameraId={camera.id} />
        <ImageFold control={control} />
        <PlacementFold control={control} />
        <NetworkFold control={control} />
        <ExternalFold control={control}>{external}</ExternalFold>
      </BelowFold>
    </>
  )
})

/** The product ships no application of its own: the site names the one that it installed. */
const AxisApplication = memo(function AxisApplication({ form: { control } }: { form: Form }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const type = useWatch({ control, name: 'type' })
  if (!type || !hasOwnApplication(type)) return null
  return (
    <FormSection title={t('axis-title')} help={t('axis-help')}>
      <TextField
        control={control}
        name="axisApplication"
        label={field('axisApplication')}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      />
    </FormSection>
  )
})

const HomePreset = memo(function HomePreset({ form: { control } }: { form: Form }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  return (
    <FormSection title={t('home-title')} help={t('home-help')}>
      <TextField control={control} name="homePreset" label={field('homePreset')} />
    </FormSection>
  )
})

const ExtraConfig = memo(function ExtraConfig({ form }: { form: Form }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const fact = useFactHint()
  return (
    <FormSection title={t('extra-title')} help={t('extra-help')}>
      <TextField
        control={form.control}
        name="extraConfig"
        label={field('extraConfig')}
        helperText={fact(['camera.extraConfig'])}
        multiline
        minRows={3}
        maxRows={12}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </FormSection>
  )
})
