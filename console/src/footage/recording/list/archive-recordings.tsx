/** Archiving and unarchiving, asked first and with Undo afterwards. REC-01. */
import type { Recording } from '@mimamori/contract/footage/recording.ts'
import { Button } from '@mui/material'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { useArchiveRecordings } from '../recording-queries.ts'

type Props = { recordings: readonly Pick<Recording, 'id' | 'archived'>[]; onDone?: () => void }

export function ArchiveRecordings({ recordings, onDone }: Props) {
  const { t } = useTranslation('recording')
  const { t: ui } = useTranslation('ui')
  const { mutate, mutateAsync } = useArchiveRecordings()
  const [isAsking, setAsking] = useState(false)
  const archived = recordings.some((recording) => !recording.archived)
  const verb = archived ? 'archive' : 'unarchive'
  const ids = recordings.filter((recording) => recording.archived !== archived).map(({ id }) => id)
  const count = ids.length
  const undo = () => mutate({ ids, archived: !archived }, { onError: (error) => notifyError(errorTextNow(error)) })
  const run = async () => {
    await mutateAsync({ ids, archived })
    setAsking(false)
    notifySuccess(t(`${verb}-done`, { count }), { label: ui('undo'), onClick: undo })
    onDone?.()
  }
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={archived ? <Archive size={18} /> : <ArchiveRestore size={18} />}
        onClick={() => setAsking(true)}
      >
        {t(verb)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t(`${verb}-prompt`, { count })}
        text={t(`${verb}-help`)}
        verb={t(verb)}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
