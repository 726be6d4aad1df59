/** The fields of a booking, for new and edit, and what else is planned at its times. LIVE-04. */

import { type Booking, type BookingDraft, bookingDraft } from '@mimamori/contract/care/booking.ts'
import { BOOKING_REPEATS } from '@mimamori/contract/care/care-lists.ts'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useDebounced } from '#lib/list/paced.ts'
import { call } from '#lib/service/api.ts'
import type { NamedChoice } from '#shared/named-choices.ts'
import { findPeople } from '#shared/viewer-choices.ts'
import { DateField } from '#ui/form/field/date-field.tsx'
import { FindField } from '#ui/form/field/find-field.tsx'
import { NumberField } from '#ui/form/field/number-field.tsx'
import { SelectField } from '#ui/form/field/select-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { TimeField } from '#ui/form/field/time-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { type RecordFormState, useRecordForm } from '#ui/form/use-record-form.ts'
import { BookingConflicts } from './booking-conflicts.tsx'
import { findRooms, useRefreshBookings } from './booking-queries.ts'

type Values = z.input<typeof bookingDraft>
type State = RecordFormState<Values, BookingDraft>

type Props = {
  /** Left out: a new one. */
  booking?: Booking
  values: Values
  room?: NamedChoice | null
  onSaved: (firstDay: string) => void
  onReload?: () => Promise<unknown>
}

export function BookingForm({ booking, values, room, onSaved, onReload }: Props) {
  const { t } = useTranslation('booking')
  const refresh = useRefreshBookings()
  const state = useRecordForm({
    schema: bookingDraft as unknown as z.ZodType<BookingDraft, Values>,
    values,
    record: booking,
    save: async (draft, shown) => {
      const saved = await (shown
        ? call('booking.patch', { body: { ...draft, id: shown.id, version: shown.version } })
        : call('booking.create', { body: draft }))
      await refresh()
      return saved
    },
    saved: booking ? t('updated') : t('created'),
    onSaved: (saved) => onSaved(saved.firstDay),
    onReload,
  })
  return (
    <RecordForm label={booking ? t('edit') : t('new')} state={state} verb={booking ? undefined : t('new')}>
      <What state={state} booking={booking} room={room ?? null} />
      <When state={state} isEdit={booking !== undefined} />
      <Conflicts state={state} bookingId={booking?.id} />
    </RecordForm>
  )
}

function What({ state, booking, room }: { state: State; booking?: Booking; room: NamedChoice | null }) {
  const { t } = useTranslation('booking')
  const { control } = state.form
  const cameraId = useWatch({ control, name: 'cameraId' })
  return (
    <FormSection title={t('section-what')} help={t('section-what-help')}>
      <FindField
        control={control}
        name="cameraId"
        label={t('room')}
        required
        queryKey={['booking', 'pick-rooms']}
        find={findRooms}
        known={booking ? { id: booking.cameraId, label: booking.location } : room}
      />
      <FindField
        control={control}
        name="userId"
        label={t('person')}
        required
        queryKey={['booking', 'people-of', cameraId]}
        find={(text, signal) => findPeople(text, signal, cameraId || undefined)}
        known={booking ? { id: booking.userId, label: booking.userName } : null}
      />
      <TextField control={control} name="purpose" label={t('purpose-label')} helperText={t('purpose-help')} />
    </FormSection>
  )
}

function When({ state, isEdit }: { state: State; isEdit: boolean }) {
  const { t } = useTranslation('booking')
  const { control } = state.form
  const repeat = useWatch({ control, name: 'repeat' })
  return (
    <FormSection title={t('section-when')} help={isEdit ? t('planned-anew') : t('section-when-help')}>
      <FieldRow>
        <DateField control={control} name="firstDay" label={t('first-day')} required />
        <TimeField control={control} name="startMinute" label={t('start-time')} required />
      </FieldRow>
      <FieldRow>
        <SelectField
          control={control}
          name="repeat"
          label={t('repeat')}
          options={BOOKING_REPEATS.map((value) => ({ value, label: t(`repeat-${value}`) }))}
        />
        {repeat !== 'none' && <DateField control={control} name="untilDay" label={t('until-day')} required />}
      </FieldRow>
      <FieldRow>
        <NumberField
          control={control}
          name="windowMinutes"
          required
          label={t('window')}
          unit={t('minutes')}
          helperText={t('window-help')}
        />
        <NumberField
          control={control}
          name="reminderMinutes"
          required
          label={t('reminder')}
          unit={t('minutes')}
          helperText={t('reminder-help')}
        />
      </FieldRow>
    </FormSection>
  )
}

const PAUSE_MS = 400

/** As soon as the draft is whole; nothing is asked while it is being typed. */
function Conflicts({ state, bookingId }: { state: State; bookingId: string | undefined }) {
  const values = useWatch({ control: state.form.control })
  const debounced = useDebounced(JSON.stringify(values), PAUSE_MS)
  const draft = useMemo(() => bookingDraft.safeParse(JSON.parse(debounced)).data ?? null, [debounced])
  return draft && <BookingConflicts draft={draft} bookingId={bookingId} />
}
