/** The header of an alert: its kind and severity, links to the list and its neighbors, and its actions. */
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { Button, IconButton } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, ChevronLeft, ChevronRight, Send, Trash2, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayWatchLive } from '#lib/access/access.ts'
import { useKeys } from '#lib/browser/use-keys.ts'
import { useUser } from '#lib/session/session.ts'
import { BackLink, LinkButton, LinkIconButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { SeverityBadge } from '#ui/layout/severity-badge.tsx'
import { mayArchive, mayDelete, useAlertDeeds } from '../alert-deeds.ts'
import type { AlertSearch } from '../list/alert-search.ts'
import type { Neighbours } from './use-neighbours.ts'

type Props = {
  alert: AlertDetail
  subtitle: string
  /** The filter of the list that the alert was opened from. */
  search: AlertSearch
  neighbours: Neighbours
}

export function AlertDetailHeader({ alert, subtitle, search, neighbours }: Props) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const user = useUser()
  const mayWatch = mayWatchLive(user)
  return (
    <PageHeader
      lead={<BackLink to="/app/alerts/list" search={search} label={t('back-to-list')} />}
      title={`${nameOfKind(alert, word)} · ${alert.location}`}
      badge={<SeverityBadge severity={alert.severity} word={word(`severity-${alert.severity}`)} />}
      subtitle={subtitle}
      actions={
        <>
          <Neighbour alertId={neighbours.newerId} search={search} label={t('newer')} icon={<ChevronLeft size={20} />} />
          <Neighbour
            alertId={neighbours.olderId}
            search={search}
            label={t('older')}
            icon={<ChevronRight size={20} />}
          />
          <Deeds alert={alert} search={search} nextId={neighbours.olderId ?? neighbours.newerId} />
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

type NeighbourProps = { alertId: string | null; search: AlertSearch; label: string; icon: React.ReactNode }

function Neighbour({ alertId, search, label, icon }: NeighbourProps) {
  if (!alertId) {
    return (
      <IconButton disabled aria-label={label}>
        {icon}
      </IconButton>
    )
  }
  return (
    <LinkIconButton
      to="/app/alerts/detail/$alertId"
      params={{ alertId }}
      search={search}
      aria-label={label}
      title={label}
    >
      {icon}
    </LinkIconButton>
  )
}

type DeedsProps = { alert: AlertDetail; search: AlertSearch; nextId: string | null }

/** Each action takes effect at once, also by key, and the toast can undo it. After a deletion the next alert is shown. */
function Deeds({ alert, search, nextId }: DeedsProps) {
  const { t } = useTranslation('alert')
  const { t: ui } = useTranslation('ui')
  const { role } = useUser()
  const navigate = useNavigate()
  const { act, busyWith } = useAlertDeeds()
  const leave = () =>
    void (nextId
      ? navigate({ to: '/app/alerts/detail/$alertId', params: { alertId: nextId }, search, replace: true })
      : navigate({ to: '/app/alerts/list', search, replace: true }))
  const shelve = mayArchive(role) ? () => act(alert.archived ? 'unarchived' : 'archived', [alert.id]) : undefined
  const remove = mayDelete(role) ? () => act('deleted', [alert.id], leave) : undefined
  useKeys({ e: shelve, '#': remove, Delete: remove })
  const isBusy = busyWith !== null
  return (
    <>
      {remove && (
        <IconButton
          aria-label={ui('delete')}
          data-tip={ui('delete')}
          aria-keyshortcuts="#"
          disabled={isBusy}
          onClick={remove}
        >
          <Trash2 size={20} />
        </IconButton>
      )}
      {shelve && (
        <IconButton
          aria-label={t('resend')}
          data-tip={t('resend')}
          loading={busyWith === 'sent'}
          onClick={() => act('sent', [alert.id])}
        >
          <Send size={20} />
        </IconButton>
      )}
      {shelve && (
        <Button
          variant="outlined"
          color="inherit"
          aria-keyshortcuts="e"
          startIcon={alert.archived ? <ArchiveRestore size={18} /> : <Archive size={18} />}
          loading={busyWith === 'archived' || busyWith === 'unarchived'}
          onClick={shelve}
        >
          {alert.archived ? t('unarchive') : t('archive')}
        </Button>
      )}
    </>
  )
}
