/** The buttons of a report's steps, each with its question. REPORT-05. */

import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import { Button, TextField } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { CheckCheck, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { wallTime } from '#lib/time/wall-time.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { DeleteButton } from '#ui/form/delete-button.tsx'
import { useTakeAccident } from './accident-queries.ts'
import type { Writer } from './use-writer.tsx'

type Props = { accident: AccidentDetail; writer: Writer }

/** `isReady`: nothing is missing or unsaved, and another person wrote it. */
export function CheckReport({ accident: { id, version }, writer, isReady }: Props & { isReady: boolean }) {
  const { t } = useTranslation('accident')
  const take = useTakeAccident()
  return (
    <Step
      {...{ verb: t('check'), title: t('check-title'), text: t('check-text'), icon: <CheckCheck size={18} /> }}
      isDisabled={!isReady}
      onConfirm={async () => {
        const body = { version, byUserId: await writer.ask() }
        take(await call('accident.check', { params: { id }, body }))
        notifySuccess(t('checked-done'))
      }}
    />
  )
}

export function SubmitReport({ accident: { id, version }, writer }: Props) {
  const { t } = useTranslation('accident')
  const take = useTakeAccident()
  const { timeZone } = useTime().style
  const [day, setDay] = useState(() => wallTime(serviceNow(), timeZone).slice(0, 10))
  return (
    <Step
      {...{ verb: t('submit'), title: t('submit-title'), text: t('submit-text'), icon: <Send size={18} /> }}
      confirmVerb={t('submit-verb')}
      onConfirm={async () => {
        const body = { submittedOn: day, version, byUserId: await writer.ask() }
        take(await call('accident.submit', { params: { id }, body }))
        notifySuccess(t('submitted-done'))
      }}
    >
      <TextField
        required
        fullWidth
        type="date"
        label={t('submitted-on')}
        value={day}
        slotProps={{ inputLabel: { shrink: true } }}
        onChange={(event) => setDay(event.target.value)}
      />
    </Step>
  )
}

export function OpenNext({ accident: { id, version, issue }, writer }: Props) {
  const { t } = useTranslation('accident')
  const take = useTakeAccident()
  return (
    <Step
      {...{ verb: t('next'), title: t('next-title', { issue: issue + 1 }), text: t('next-text') }}
      onConfirm={async () => {
        const body = { version, byUserId: await writer.ask() }
        take(await call('accident.next', { params: { id }, body }))
        notifySuccess(t('next-done'))
      }}
    />
  )
}

export function RemoveReport({ accident: { id, version } }: Pick<Props, 'accident'>) {
  const { t } = useTranslation('accident')
  const navigate = useNavigate()
  return (
    <DeleteButton
      verb={t('remove')}
      title={t('remove-title')}
      text={t('remove-text')}
      onDelete={async () => {
        await call('accident.remove', { params: { id }, query: { version } })
        notifySuccess(t('removed'))
        await navigate({ to: '/app/accidents', replace: true })
      }}
    />
  )
}

type StepProps = {
  verb: string
  title: string
  text: string
  confirmVerb?: string
  icon?: ReactNode
  isDisabled?: boolean
  onConfirm: () => Promise<void>
  children?: ReactNode
}

function Step({ verb, title, text, confirmVerb, icon, isDisabled, onConfirm, children }: StepProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="contained" startIcon={icon} disabled={isDisabled} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        isHarmless
        open={isOpen}
        title={title}
        text={text}
        verb={confirmVerb ?? verb}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await onConfirm()
          setOpen(false)
        }}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
