/** One planned check-in: what it is, the way to begin it, and its changes. LIVE-04. */
import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import css from './booking.module.css'
import { OccurrenceFacts } from './booking-facts.tsx'
import { OccurrenceForm } from './booking-one-form.tsx'
import { useCancelBooking, useChangeOccurrence, useRestoreBooking } from './booking-queries.ts'

type Props = { occurrence: Occurrence; onClose: () => void }

export function OccurrenceDialog({ occurrence, onClose }: Props) {
  const { t } = useTranslation('booking')
  const { role } = useUser()
  const [isChanging, setChanging] = useState(false)
  const { location, unitName, state, cameraId } = occurrence
  const isOpen = state === 'due' || state === 'upcoming'
  const mayChange = mayCall(role, 'booking.change') && (isOpen || state === 'skipped')
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="occurrence-title">
      <DialogTitle id="occurrence-title">{[location, unitName].filter(Boolean).join(' · ')}</DialogTitle>
      {isChanging ? (
        <OccurrenceForm occurrence={occurrence} onDone={onClose} onCancel={() => setChanging(false)} />
      ) : (
        <>
          <DialogContent>
            <OccurrenceFacts occurrence={occurrence} />
            {mayChange && <Changes occurrence={occurrence} onChange={() => setChanging(true)} onClose={onClose} />}
          </DialogContent>
          <DialogActions>
            <Button variant="text" onClick={onClose}>
              {t('close')}
            </Button>
            {isOpen && mayCall(role, 'event.open') && (
              <LinkButton
                to="/app/virtualCheckIn/room/$cameraId"
                params={{ cameraId }}
                search={{ start: true }}
                variant="contained"
                color="primary"
              >
                {t('start-check-in')}
              </LinkButton>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function Changes({ occurrence, onChange, onClose }: Props & { onChange: () => void }) {
  const { t } = useTranslation('booking')
  const skip = useSkip(occurrence)
  const cancel = useCancel(occurrence.bookingId)
  const isSkipped = occurrence.state === 'skipped'
  const then = (deed: () => void) => () => {
    onClose()
    deed()
  }
  return (
    <div className={css.changes}>
      {!isSkipped && <Button onClick={onChange}>{t('change-one')}</Button>}
      {(occurrence.repeat !== 'none' || isSkipped) && (
        <Button onClick={then(() => skip(!isSkipped))}>{t(isSkipped ? 'unskip' : 'skip')}</Button>
      )}
      <LinkButton to="/app/booking/edit/$bookingId" params={{ bookingId: occurrence.bookingId }}>
        {t('change-series')}
      </LinkButton>
      <Button color="error" onClick={then(cancel)}>
        {t('cancel-booking')}
      </Button>
    </div>
  )
}

const failed = (error: unknown) => notifyError(errorTextNow(error))

/** At once, with a way back. */
function useSkip({ id, version }: Occurrence) {
  const { t } = useTranslation('booking')
  const change = useChangeOccurrence()
  return (isSkipped: boolean) => {
    const set = (to: boolean, of: number) => change.mutateAsync({ id, version: of, isSkipped: to })
    set(isSkipped, version).then(
      (saved) =>
        notifySuccess(t(isSkipped ? 'skipped' : 'unskipped'), {
          label: t('undo'),
          onClick: () => void set(!isSkipped, saved.version).catch(failed),
        }),
      failed,
    )
  }
}

/** At once, with a way back. */
function useCancel(bookingId: string) {
  const { t } = useTranslation('booking')
  const cancel = useCancelBooking()
  const restore = useRestoreBooking()
  return () => {
    cancel.mutateAsync(bookingId).then(() => {
      const undo = () => void restore.mutateAsync(bookingId).then(() => notifySuccess(t('restored')), failed)
      notifySuccess(t('cancelled'), { label: t('undo'), onClick: undo })
    }, failed)
  }
}
