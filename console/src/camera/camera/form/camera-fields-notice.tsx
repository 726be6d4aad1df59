/** Privacy and recipients: the inactive alert, the six kinds of subscribers, the escalation rules. CAM-02, CAM-04, CAM-09. */
import { privacyLevel } from '@mimamori/contract/camera/camera-fields.ts'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useHasFeature } from '#lib/session/pro.ts'
import { DutyField } from '#shared/duty-field.tsx'
import { ProFeature } from '#shared/pro-feature.tsx'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { EmailsField } from '#ui/form/field/emails-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { PickField } from '#ui/form/field/pick-field.tsx'
import type { PickOption } from '#ui/form/field/use-found.ts'
import { FormSection } from '#ui/form/record-form.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { finderOf, optionsOf, useAssets, userFinder, useUnits, useUserNames } from '../camera-choices.ts'
import css from './camera-form.module.css'
import type { CameraControl } from './camera-form-values.ts'
import { ChoiceField } from './choice-field.tsx'
import { FormFold } from './form-fold.tsx'

type Props = { control: CameraControl }

/** `cameraId` is null for an unsaved camera: drawing masks requires its frame. */
export function PrivacySection({ control, cameraId }: Props & { cameraId: string | null }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const isOn = useWatch({ control, name: 'isPrivacyOn' })
  const { field: level } = useController({ control, name: 'privacyLevel' })
  const chosen = level.value ?? 'none'
  const masks = useWatch({ control, name: 'masks' }) ?? []
  // Privacy without any effect counts as off.
  const turn = (isNowOn: boolean) => isNowOn && chosen === 'none' && masks.length === 0 && level.onChange('blur')
  return (
    <FormSection title={t('privacy')} help={t('privacy-help')}>
      <SwitchField control={control} name="isPrivacyOn" label={field('isPrivacyOn')} onTurn={turn} />
      {isOn && (
        <>
          <ChoiceField
            control={control}
            name="privacyLevel"
            label={field('privacyLevel')}
            helperText={`${t(`privacy-${chosen}-about`)} ${t('privacy-level-help')}`}
            options={privacyLevel.options.map((value) => ({ value, label: t(`privacy-${value}`) }))}
          />
          <div className={css.line}>
            <span>{masks.length > 0 ? t('masks-count', { count: masks.length }) : t('masks-none')}</span>
            {cameraId ? (
              <LinkButton to="/app/cameras/edit/$cameraId/regions" params={{ cameraId }}>
                {t('masks-edit')}
              </LinkButton>
            ) : (
              <span className={css.quiet}>{t('masks-later')}</span>
            )}
          </div>
        </>
      )}
    </FormSection>
  )
}

const NOTICES = ['isInactiveAlertOn', 'inactiveAlertMinutes', 'subscribers', 'escalationIds'] as const

export function NoticeFold({ control, cameraId }: Props & { cameraId: string | null }) {
  const { t } = useTranslation('cameraForm')
  return (
    <FormFold control={control} title={t('notices')} help={t('notices-help')} fields={NOTICES}>
      <InactiveAlert control={control} />
      <div>
        <h3 className={css.part}>{t('subscribers')}</h3>
        <p className={css.quiet}>{t('subscribers-help')}</p>
      </div>
      <Subscribers control={control} cameraId={cameraId} />
    </FormFold>
  )
}

function InactiveAlert({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const isOn = useWatch({ control, name: 'isInactiveAlertOn' })
  return (
    <>
      <SwitchField control={control} name="isInactiveAlertOn" label={field('isInactiveAlertOn')} />
      {isOn && (
        <NumberField
          control={control}
          name="inactiveAlertMinutes"
          label={field('inactiveAlertMinutes')}
          helperText={t('inactive-help')}
          required
        />
      )}
    </>
  )
}

const USER_KINDS = [
  { name: 'subscribers.mobileUserIds', word: 'mobile' },
  { name: 'subscribers.desktopUserIds', word: 'desktop' },
  { name: 'subscribers.reminderUserIds', word: 'reminder' },
  { name: 'subscribers.userIds', word: 'users' },
] as const

function Subscribers({ control, cameraId }: Props & { cameraId: string | null }) {
  const { t } = useTranslation('cameraForm')
  const { data: units } = useUnits()
  const unitId = useWatch({ control, name: 'unitId' }) ?? null
  const chosen = useWatch({ control, name: USER_KINDS.map(({ name }) => name) })
  const known = useUserNames([...new Set(chosen.flatMap((ids) => (ids as string[] | undefined) ?? []))].sort())
  return (
    <>
      <DutyField control={control} name="subscribers.onDuty" unitId={unitId} cameraId={cameraId} />
      <EmailsField
        control={control}
        name="subscribers.emails"
        label={t('emails')}
        helperText={t('emails-help')}
        none={t('none-emails')}
      />
      {USER_KINDS.map(({ name, word }) => (
        <Pick key={name} control={control} name={name} word={word} known={known} {...userFinder} />
      ))}
      <Pick
        control={control}
        name="subscribers.unitIds"
        word="units"
        known={optionsOf(units)}
        {...finderOf('unit', units)}
      />
      <ProFeature feature="escalation-rules">
        <Escalations control={control} />
      </ProFeature>
    </>
  )
}

/** Without PRO there are no rules to select. */
function Escalations({ control }: Props) {
  const { data } = useAssets('ESCALATION', useHasFeature('escalation-rules'))
  return (
    <Pick
      control={control}
      name="escalationIds"
      word="escalations"
      known={optionsOf(data)}
      {...finderOf('escalation', data)}
    />
  )
}

type PickProps = Props & {
  name: (typeof USER_KINDS)[number]['name'] | 'subscribers.unitIds' | 'escalationIds'
  word: (typeof USER_KINDS)[number]['word'] | 'units' | 'escalations'
  known: readonly PickOption[]
  queryKey: readonly unknown[]
  find: (text: string, signal: AbortSignal) => Promise<PickOption[]>
}

/** Shows what to add while the list is empty. CAM-04. */
function Pick({ control, word, ...rest }: PickProps) {
  const { t } = useTranslation('cameraForm')
  return <PickField control={control} label={t(word)} none={t(`none-${word}`)} {...rest} />
}
