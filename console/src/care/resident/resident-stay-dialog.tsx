/** Starts, ends or corrects a stay: one dialog with a room, a bed and times in the site's time zone. RESIDENT-01. */

import { zodResolver } from '@hookform/resolvers/zod'
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useState } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { errorOfIssue } from '#lib/browser/form-error.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { instantOf, wallTime } from '#lib/time/wall-time.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { FindField } from '#ui/form/field/find-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FieldRow } from '#ui/form/record-form.tsx'
import css from './resident.module.css'
import { findRooms, useResidentChange } from './resident-queries.ts'
import { type StayValues, stayValues } from './resident-values.ts'

type Stay = ResidentDetail['stays'][number]
export type StayTask = { kind: 'move' } | { kind: 'leave' } | { kind: 'correct'; stay: Stay }
type Values = z.input<typeof stayValues>
type Props = { resident: ResidentDetail; task: StayTask; onClose: () => void }

export function StayDialog({ resident, task, onClose }: Props) {
  const { t } = useTranslation('resident')
  const { form, submit, remove, problem, isBusy } = useStayForm({ resident, task, onClose })
  const { control } = form
  const title = useTitle(resident, task)
  const wall = { type: 'datetime-local', slotProps: { inputLabel: { shrink: true } } } as const
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby="stay-title">
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <DialogTitle id="stay-title">{title}</DialogTitle>
        <DialogContent>
          <div className={css.form}>
            <p className={css.quiet}>{t(`${task.kind}-help`)}</p>
            {task.kind !== 'leave' && (
              <RoomFields control={control} stay={task.kind === 'correct' ? task.stay : null} />
            )}
            {task.kind === 'correct' ? (
              <FieldRow>
                <TextField control={control} name="from" label={t('since')} required {...wall} />
                <TextField control={control} name="to" label={t('until')} {...wall} />
              </FieldRow>
            ) : (
              <TextField control={control} name="at" label={t('at')} required {...wall} />
            )}
            {problem && (
              <Alert severity="error" role="alert">
                {problem}
              </Alert>
            )}
          </div>
        </DialogContent>
        <DialogActions>
          {task.kind === 'correct' && (
            <Button color="error" variant="text" disabled={isBusy} onClick={remove}>
              {t('delete-stay')}
            </Button>
          )}
          <Button variant="text" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color="primary" loading={isBusy}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type RoomProps = { control: Control<Values, unknown, StayValues>; stay: Stay | null }

function RoomFields({ control, stay }: RoomProps) {
  const { t } = useTranslation('resident')
  const known = stay && { id: stay.cameraId, label: stay.location, hint: stay.unitName ?? '' }
  return (
    <FieldRow>
      <FindField
        control={control}
        name="cameraId"
        label={t('room')}
        required
        queryKey={['resident', 'rooms']}
        find={findRooms}
        known={known}
      />
      <NumberField control={control} name="bed" label={t('bed')} required helperText={t('bed-help')} />
    </FieldRow>
  )
}

function useTitle(resident: ResidentDetail, task: StayTask): string {
  const { t } = useTranslation('resident')
  const name = residentTitle(resident)
  if (task.kind === 'correct') return t('correct-title', { room: task.stay.location })
  if (task.kind === 'leave') return t('leave-title', { name })
  return t(resident.stay?.to === null ? 'move-title' : 'move-in-title', { name })
}

const SAVED = { move: 'moved', leave: 'left', correct: 'corrected' } as const

function useStayForm({ resident, task, onClose }: Props) {
  const { t } = useTranslation('resident')
  const errorText = useErrorText()
  const change = useResidentChange()
  // The state when the dialog was opened: a change since then is a conflict.
  const [opened] = useState(resident)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm<Values, unknown, StayValues>({
    resolver: zodResolver(stayValues, { error: errorOfIssue as never }),
    defaultValues: valuesOf(task, opened),
  })
  const run = async (work: () => Promise<unknown>, saved: string) => {
    setProblem(null)
    setBusy(true)
    try {
      await change(work)
      notifySuccess(saved)
      onClose()
    } catch (error) {
      const errors = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [field, message] of errors) form.setError(field as keyof Values, { message })
      if (errors.length === 0) setProblem(errorText(error))
      setBusy(false)
    }
  }
  return {
    form,
    problem,
    isBusy,
    submit: (values: StayValues) => run(() => send(opened, task, values), t(SAVED[task.kind])),
    remove: () => {
      if (task.kind !== 'correct') return
      const { stayId, version } = task.stay
      const body = { action: 'delete', stayId, version } as const
      void run(() => call('resident.correct', { params: { id: opened.id }, body }), t('stay-deleted'))
    },
  }
}

/** Fields that the task does not show keep their values, so that no rule rejects them. */
function valuesOf(task: StayTask, { timezone, stay }: ResidentDetail): Partial<Values> {
  const now = wallTime(serviceNow(), timezone)
  if (task.kind === 'move') return { bed: 1, at: now, from: now, to: '' }
  if (task.kind === 'leave') return { cameraId: stay?.cameraId, bed: 1, at: now, from: now, to: '' }
  const { cameraId, bed, from, to } = task.stay
  return { cameraId, bed, at: now, from: wallTime(from, timezone), to: to === null ? '' : wallTime(to, timezone) }
}

function send({ id, version, timezone }: ResidentDetail, task: StayTask, values: StayValues) {
  const params = { id }
  const instant = (wall: string) => instantOf(wall, timezone) ?? ''
  const { cameraId, bed } = values
  const room = { cameraId, bed }
  if (task.kind === 'leave') return call('resident.leave', { params, body: { at: instant(values.at), version } })
  if (task.kind === 'move') {
    return call('resident.move', { params, body: { ...room, at: instant(values.at), version } })
  }
  const { stayId, version: ofStay, from, to } = task.stay
  // A minute that was not edited keeps its exact time.
  const unless = (wall: string, was: string | null) =>
    was !== null && wall === wallTime(was, timezone) ? was : wall === '' ? null : instant(wall)
  const times = { from: unless(values.from, from) ?? '', to: unless(values.to, to) }
  return call('resident.correct', { params, body: { action: 'change', stayId, version: ofStay, ...room, ...times } })
}
