/** What can be done with the alerts that were chosen. ALERT-04. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { Button } from '@mui/material'
import { Archive, ArchiveRestore, CheckCheck, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { mayArchive, mayMark, useAlertDeeds } from '../alert-deeds.ts'
import { EndAlarms } from './alert-end-alarms.tsx'

export function AlertBulkActions({ chosen, onDone }: { chosen: readonly Alert[]; onDone: () => void }) {
  const { t } = useTranslation('alert')
  const { t: ui } = useTranslation('ui')
  const { role } = useUser()
  const { act, busyWith } = useAlertDeeds()
  const ids = chosen.map(({ id }) => id)
  const open = chosen.filter(({ alarm }) => alarm?.state === 'open')
  const shelved = chosen.every(({ archived }) => archived)
  const shelve = shelved ? 'unarchived' : 'archived'
  return (
    <>
      {mayMark(role) && (
        <Button
          startIcon={<CheckCheck size={18} />}
          disabled={chosen.every(({ hasRead }) => hasRead)}
          loading={busyWith === 'read'}
          onClick={() => act('read', ids, onDone)}
        >
          {t('mark-read')}
        </Button>
      )}
      {open.length > 0 && mayCall(role, 'alarm.resolveMany') && <EndAlarms alarms={open} onDone={onDone} />}
      {mayCall(role, 'alert.resend') && chosen.length === 1 && (
        <Button startIcon={<Send size={18} />} loading={busyWith === 'sent'} onClick={() => act('sent', ids, onDone)}>
          {t('resend')}
        </Button>
      )}
      {mayArchive(role) && (
        <Button
          startIcon={shelved ? <ArchiveRestore size={18} /> : <Archive size={18} />}
          loading={busyWith === shelve}
          onClick={() => act(shelve, ids, onDone)}
        >
          {t(shelved ? 'unarchive' : 'archive')}
        </Button>
      )}
      {mayCall(role, 'alert.removeMany') && (
        <Button
          color="error"
          startIcon={<Trash2 size={18} />}
          loading={busyWith === 'deleted'}
          onClick={() => act('deleted', ids, onDone)}
        >
          {ui('delete')}
        </Button>
      )}
    </>
  )
}
