/** The form of a camera, new or not, in the tabs General, Schedule and System; the page decides what saving means. CAM-02. */
import type { CameraDetail } from '@mimamori/contract/camera.ts'
import { type CameraDraft, cameraDraft } from '@mimamori/contract/camera-fields.ts'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTabs } from '#ui/form-tabs.tsx'
import { FormSection, RecordForm } from '#ui/record-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useRecordForm } from '#ui/use-record-form.ts'
import { CameraSection, PlaceSection, StreamSection } from './camera-fields-main.tsx'
import { NoticeFold, PrivacySection } from './camera-fields-notice.tsx'
import { ExternalFold, NetworkFold, PictureFold, PlacementFold } from './camera-fields-rest.tsx'
import type { CameraFormState, CheckedDraft } from './camera-form-values.ts'
import type { CameraTab } from './camera-tab.ts'
import { HubQuestions } from './hub-questions.tsx'

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
  const state = useRecordForm({ schema: cameraDraft, ...options })
  const general = <General state={state} camera={camera} external={external} />
  return (
    <RecordForm label={camera?.name ?? t('new-title')} state={state} verb={camera ? undefined : t('add')}>
      <Tabs
        state={state}
        tab={tab}
        onTab={onTab}
        general={general}
        schedules={schedules}
        system={system}
        danger={danger}
      />
    </RecordForm>
  )
}

type TabsProps = {
  state: CameraFormState
  tab: CameraTab
  onTab: (tab: CameraTab) => void
  general: ReactNode
  schedules: ReactNode
  system: ReactNode | undefined
  danger: ReactNode | undefined
}

function Tabs({ state, tab, onTab, general, schedules, system, danger }: TabsProps) {
  const { t } = useTranslation('cameraForm')
  const { errors } = useFormState({ control: state.form.control })
  const faulty = Object.keys(errors)
  return (
    <FormTabs<CameraTab>
      label={t('tabs')}
      tab={tab}
      onTab={onTab}
      tabs={[
        {
          id: 'general',
          label: t('tab-general'),
          content: general,
          hasFault: faulty.some((field) => field !== 'extraConfig'),
        },
        // Both ask the hub or the service for more: only once somebody looks.
        { id: 'schedule', label: t('tab-schedule'), content: tab === 'schedule' && schedules },
        {
          id: 'system',
          label: t('tab-system'),
          content: (
            <>
              {tab === 'system' && system}
              <ExtraConfig state={state} />
              {danger}
            </>
          ),
          hasFault: faulty.includes('extraConfig'),
        },
      ]}
    />
  )
}

type GeneralProps = { state: CameraFormState; camera: CameraDetail | undefined; external: ReactNode }

function General({ state: { form }, camera, external }: GeneralProps) {
  const { control } = form
  const isNew = camera === undefined
  return (
    <>
      <CameraSection control={control} isNew={isNew} />
      <StreamSection control={control} isNew={isNew} isPasswordSet={camera?.passwordSet ?? false}>
        <HubQuestions form={form} cameraId={camera?.id ?? null} />
      </StreamSection>
      <PlaceSection control={control} />
      <PrivacySection control={control} cameraId={camera?.id ?? null} />
      <NoticeFold control={control} />
      <PictureFold control={control} />
      <PlacementFold control={control} />
      <NetworkFold control={control} />
      <ExternalFold control={control}>{external}</ExternalFold>
    </>
  )
}

function ExtraConfig({ state }: { state: CameraFormState }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  return (
    <FormSection title={t('extra-title')} help={t('extra-help')}>
      <TextField
        control={state.form.control}
        name="extraConfig"
        label={field('extraConfig')}
        multiline
        minRows={3}
        maxRows={12}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </FormSection>
  )
}
