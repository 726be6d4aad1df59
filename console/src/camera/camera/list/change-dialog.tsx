/** Gives the chosen cameras another hub or unit, gives and takes tags; a camera that may not have it is named. OPS-09. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId, useState } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { RefusedCameras } from '#shared/cameras/refused-cameras.tsx'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { PickField } from '#ui/form/field/pick-field.tsx'
import { finderOf, optionsOf, useAssets, useHubs, useUnits } from '../camera-choices.ts'
import { useChangeCameras } from '../form/camera-changes.ts'
import { ChoiceField } from '../form/choice-field.tsx'
import css from './camera-columns.module.css'

type Props = { cameras: CameraRecord[]; onClose: () => void; onDone: () => void }
/** Empty: it stays as it is. */
type Values = { agentId: string; unitId: string | null; addTagIds: string[]; removeTagIds: string[] }
const STAYS = ''
const NOTHING: Values = { agentId: STAYS, unitId: STAYS, addTagIds: [], removeTagIds: [] }

export default function ChangeDialog({ cameras, onClose, onDone }: Props) {
  const { t } = useTranslation('camera')
  const { t: ui } = useTranslation('ui')
  const errorText = useErrorText()
  const title = useId()
  const [ids, setIds] = useState(() => cameras.map(({ id }) => id))
  const { control, handleSubmit, watch } = useForm<Values>({ defaultValues: NOTHING })
  const { mutate, data, error, isPending } = useChangeCameras()
  const wanted = watch()
  const isReady = wanted.agentId !== STAYS || wanted.unitId !== STAYS || hasTags(wanted)
  const submit = handleSubmit(({ agentId, unitId, ...tags }) =>
    mutate(
      { ids, ...(agentId !== STAYS && { agentId }), ...(unitId !== STAYS && { unitId }), ...tags },
      {
        onSuccess: ({ changed, refused }) => {
          if (changed > 0) notifySuccess(t('change-done', { count: changed }))
          if (refused.length > 0) return setIds(refused.map(({ cameraId }) => cameraId))
          onClose()
          onDone()
        },
      },
    ),
  )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>{t('change-title', { count: ids.length })}</DialogTitle>
      <DialogContent className={css.fields!}>
        <p>{t('change-help')}</p>
        <Fields control={control} cameras={cameras} />
        {error && <Alert severity="error">{errorText(error)}</Alert>}
        <RefusedCameras title={t('change-refused')} refused={data?.refused ?? []} named={optionsOf(cameras)} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button variant="contained" color="primary" loading={isPending} disabled={!isReady} onClick={submit}>
          {t('change-save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** A site with one hub has no other one to choose; only what a camera has can be taken. */
function Fields({ control, cameras }: { control: Control<Values>; cameras: readonly CameraRecord[] }) {
  const { t } = useTranslation('camera')
  const { data: hubs = [] } = useHubs()
  const { data: units } = useUnits()
  const { data: tags } = useAssets('TAG')
  const own = [...new Map(cameras.flatMap((camera) => camera.tags).map((tag) => [tag.id, tag])).values()]
  const stays = { value: STAYS, label: t('change-stays') }
  const choices = (of: readonly { id: string; name: string }[] = []) =>
    of.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {hubs.length > 1 && (
        <ChoiceField control={control} name="agentId" label={t('hub')} options={[stays, ...choices(hubs)]} />
      )}
      <ChoiceField
        control={control}
        name="unitId"
        label={t('unit')}
        options={[stays, { value: null, label: t('change-no-unit') }, ...choices(units)]}
      />
      <PickField
        control={control}
        name="addTagIds"
        label={t('change-add-tags')}
        known={optionsOf(tags)}
        {...finderOf('tag', tags)}
      />
      {own.length > 0 && (
        <PickField
          control={control}
          name="removeTagIds"
          label={t('change-remove-tags')}
          known={optionsOf(own)}
          {...finderOf('own-tag', own)}
        />
      )}
    </>
  )
}

function hasTags({ addTagIds, removeTagIds }: Values): boolean {
  return addTagIds.length + removeTagIds.length > 0
}
