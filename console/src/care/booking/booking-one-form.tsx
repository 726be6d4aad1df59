/** One of a row of planned check-ins is moved or handed over, and no other. LIVE-04. */

import { zodResolver } from '@hookform/resolvers/zod'
import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { bookingFields } from '@mimamori/contract/care/booking.ts'
import { Alert, Button, DialogActions, DialogContent } from '@mui/material'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { findPeople } from '#shared/viewer-choices.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { DateField } from '#ui/form/field/date-field.tsx'
import { FindField } from '#ui/form/field/find-field.tsx'
import { TimeField } from '#ui/form/field/time-field.tsx'
import { FieldRow } from '#ui/form/record-form.tsx'
import css from './booking.module.css'
import { useChangeOccurrence } from './booking-queries.ts'

type Props = { occurrence: Occurrence; onDone: () => void; onCancel: () => void }

export function OccurrenceForm({ occurrence, onDone, onCancel }: Props) {
  const { t } = useTranslation('booking')
  const { control, handleSubmit, submit, problem, isBusy } = useOneForm(occurrence, onDone)
  const { cameraId, userName } = occurrence
  return (
    <form noValidate onSubmit={handleSubmit(submit)}>
      <DialogContent>
        <div className={css.form}>
          <p className={css.quiet}>{t('change-one-title')}</p>
          <FieldRow>
            <DateField control={control} name="day" label={t('day')} required />
            <TimeField control={control} name="startMinute" label={t('time')} required />
          </FieldRow>
          <FindField
            control={control}
            name="userId"
            label={t('person')}
            required
            queryKey={['booking', 'people-of', cameraId]}
            find={(text, signal) => findPeople(text, signal, cameraId)}
            known={{ id: occurrence.userId, label: userName }}
          />
          {problem && (
            <Alert severity="error" role="alert">
              {problem}
            </Alert>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="text" disabled={isBusy} onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color="primary" loading={isBusy}>
          {t('save')}
        </Button>
      </DialogActions>
    </form>
  )
}

function useOneForm({ id, version, day, startMinute, userId }: Occurrence, onDone: () => void) {
  const { t } = useTranslation('booking')
  const errorText = useErrorText()
  const change = useChangeOccurrence()
  const [problem, setProblem] = useState<string | null>(null)
  // The state that was opened: another one meanwhile is a conflict.
  const [opened] = useState(version)
  const form = useForm<OneOccurrence>({
    resolver: zodResolver(oneOccurrence),
    defaultValues: { day, startMinute, userId },
  })
  const submit = async (values: OneOccurrence) => {
    setProblem(null)
    try {
      await change.mutateAsync({ id, version: opened, ...values })
      notifySuccess(t('moved'))
      onDone()
    } catch (error) {
      const errors = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [field, message] of errors) form.setError(field as keyof OneOccurrence, { message })
      if (errors.length === 0) setProblem(errorText(error))
    }
  }
  return { control: form.control, handleSubmit: form.handleSubmit, submit, problem, isBusy: change.isPending }
}

/** What the form of one planned check-in holds: rules of the contract for its day, its time and its person. */
const { firstDay: day, startMinute, userId } = bookingFields.shape
export const oneOccurrence = z.object({ day, startMinute, userId })
type OneOccurrence = z.infer<typeof oneOccurrence>
