/** The head of an alert: what it is, how urgent, the way back and to its neighbours, archive. */
import type { AlertDetail } from '@mimamori/contract/alert.ts'
import { Button, IconButton } from '@mui/material'
import { Archive, ArchiveRestore, ArrowLeft, ChevronLeft, ChevronRight, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { siteOf, useUser } from '#lib/session.ts'
import { errorTextNow } from '#lib/use-error-text.ts'
import { useKeys } from '#lib/use-keys.ts'
import { LinkButton, LinkIconButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SeverityBadge } from '#ui/severity-badge.tsx'
import { notifyError, notifySuccess } from '#ui/toast.ts'
import { usePatchAlert } from './alert-queries.ts'

const MAY_ARCHIVE = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER']
const MAY_WATCH = [...MAY_ARCHIVE, 'DEMO_USER']

export function AlertDetailHeader({ alert, subtitle }: { alert: AlertDetail; subtitle: string }) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const user = useUser()
  const { role } = user
  const mayWatch = MAY_WATCH.includes(role) && siteOf(user)?.isLiveStreamingEnabled
  return (
    <PageHeader
      lead={
        <LinkIconButton to="/app/alerts/list" aria-label={t('back-to-list')} title={t('back-to-list')}>
          <ArrowLeft size={20} />
        </LinkIconButton>
      }
      title={`${word(`app-${alert.activity}`)} · ${alert.location}`}
      badge={<SeverityBadge severity={alert.severity} word={word(`severity-${alert.severity}`)} />}
      subtitle={subtitle}
      actions={
        <>
          <Neighbour alertId={alert.newerId} label={t('newer')} icon={<ChevronLeft size={20} />} />
          <Neighbour alertId={alert.olderId} label={t('older')} icon={<ChevronRight size={20} />} />
          {MAY_ARCHIVE.includes(role) && <ArchiveButton alert={alert} />}
          {mayWatch && alert.cameraId && (
            <LinkButton
              to="/app/cameras/live/$cameraId"
              params={{ cameraId: alert.cameraId }}
              variant="contained"
              startIcon={<Video size={18} />}
            >
              {t('live-view')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}

function Neighbour({ alertId, label, icon }: { alertId: string | null; label: string; icon: React.ReactNode }) {
  if (!alertId) {
    return (
      <IconButton disabled aria-label={label}>
        {icon}
      </IconButton>
    )
  }
  return (
    <LinkIconButton to="/app/alerts/detail/$alertId" params={{ alertId }} aria-label={label} title={label}>
      {icon}
    </LinkIconButton>
  )
}

/** Acts at once, also by `e`; the toast takes it back. */
function ArchiveButton({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const { t: ui } = useTranslation('ui')
  const patch = usePatchAlert()
  const set = (archived: boolean) =>
    patch.mutate(
      { id: alert.id, archived },
      {
        onSuccess: () =>
          notifySuccess(t(archived ? 'archived-done' : 'unarchived-done'), {
            label: ui('undo'),
            onClick: () => set(!archived),
          }),
        onError: (fault) => notifyError(errorTextNow(fault)),
      },
    )
  useKeys({ e: patch.isPending ? undefined : () => set(!alert.archived) })
  return (
    <Button
      variant="outlined"
      color="inherit"
      aria-keyshortcuts="e"
      startIcon={alert.archived ? <ArchiveRestore size={18} /> : <Archive size={18} />}
      loading={patch.isPending}
      onClick={() => set(!alert.archived)}
    >
      {alert.archived ? t('unarchive') : t('archive')}
    </Button>
  )
}
